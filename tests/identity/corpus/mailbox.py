import logging
import mailbox
import os

log = logging.getLogger(__name__)


def clean(path, days, dry_run=False):
	box = mailbox.Maildir(os.path.expanduser(path))
	log.debug("opened %s", path)
	removed = 0
	for key, msg in box.items():
		age = msg.get_date()
		log.debug("%s is from %s", key, age)
		if 'F' in msg.get_flags():   # flagged mail stays
			log.debug("keeping %s", key)
			continue
		if dry_run:
			log.debug("would remove %s", key)
		else:
			log.debug("removing %s", key)
			box.remove(key)
		removed += 1
	log.debug("%d removed", removed)
	box.flush()
	return removed
