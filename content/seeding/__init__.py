"""Seed files and records, in both directions. Files give birth, the admin raises, export writes
back.

One YAML file per record under `content/seed/{symptoms,conditions,guides,options}`, and one for each
kind of thing that records share (`content.shared_files`). Loading only inserts what is missing and
leaves out whatever breaks a rule or clashes with what editors wrote since; an import is all or
nothing. Sign-offs never travel in files.
"""

from content.seeding.rows import (
    SEED,
    Keys,
    Loaded,
    SeedError,
    apply,
    as_file,
    borne_by_both,
    check,
    export,
    faults_of,
    insert_missing,
    planned,
    read_files,
    write,
    write_shared,
)

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
