"""Seed files and records, in both directions: a file starts a record, editors change it, export
writes it back.

One YAML file per record under `content/seed/{symptoms,conditions,guides,options}`, and one for each
kind of thing that records share (`content.shared_files`). Loading only inserts what is missing and
leaves out whatever breaks a rule or clashes with what editors wrote since; an import is all or
nothing. Sign-offs never travel in files.
"""

from content.seeding.changes import apply, faults_of, planned
from content.seeding.checks import borne_by_both, check
from content.seeding.files import SEED, SeedError, as_file, export, read_files
from content.seeding.insertion import Loaded, insert_missing
from content.seeding.rows import Keys, write, write_shared

__all__ = (
    "SEED",
    "Keys",
    "Loaded",
    "SeedError",
    "apply",
    "as_file",
    "borne_by_both",
    "check",
    "export",
    "faults_of",
    "insert_missing",
    "planned",
    "read_files",
    "write",
    "write_shared",
)
