"""Bytes on disk <-> documents; the only writer of users' files."""

from redraft.files.replace import check_writable, write
from redraft.files.tags import language
from redraft.files.text import decode, encode, read
from redraft.files.tree import root

__all__ = ["check_writable", "decode", "encode", "language", "read", "root", "write"]
