import random
import time

TRIES = 5


def call_with_retry(func, *args, delay=0.5, **kwargs):
    """Call func; on an OSError wait a while and try again."""
    wait = delay
    for attempt in range(1, TRIES + 1):
        try:
            return func(*args, **kwargs)
        except OSError as exc:
            if attempt == TRIES:
                raise
            # a little noise, so that clients do not come back in step
            wait = wait * 2 + random.random() * delay
            print(f"attempt {attempt} failed ({exc}), waiting {wait:.1f}s")
            time.sleep(wait)


def wait_until(check, limit=10.0, delay=0.1):
    end = time.monotonic() + limit
    while time.monotonic() < end:
        if check():
            return True
        time.sleep(delay)
    return False
