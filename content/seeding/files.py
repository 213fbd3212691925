"""Seed files as text: reading a folder of them, and writing the records back."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import yaml

from content import shared_files
from content.documents import Document, TopicDocument, as_plain, from_plain, read_records, resolved
from content.shared_files import Shared
from content.yaml_files import read_yaml

SEED = Path(__file__).parent.parent / "seed"


class SeedError(Exception):
    """Files that may not be loaded, with every reason."""

    def __init__(self, reasons: Iterable[str]) -> None:
        self.reasons = list(reasons)
        super().__init__("\n".join(self.reasons))


@dataclass(frozen=True, slots=True)
class Files:
    """What the files of a folder hold, and what is wrong with those that are not sound."""

    shared: Shared
    documents: list[Document]
    reasons: list[str]


def read_files(folder: Path = SEED) -> Files:
    """What the files of `folder` hold. Raises `SeedError` naming every file that is not sound."""
    files = read_folder(folder)
    if files.reasons:
        raise SeedError(files.reasons)
    return files


def read_folder(folder: Path) -> Files:
    shared, reasons = shared_files.read(folder)
    documents: list[Document] = []
    for path in sorted(folder.glob("*/*.yaml")):
        try:
            document = from_plain(read_yaml(path))
            if path.stem != document.slug:
                raise ValueError(f"the file is named {path.stem}, its slug is {document.slug}")
            documents.append(document)
        except (ValueError, TypeError, AttributeError, yaml.YAMLError) as error:
            reasons.append(f"{path.parent.name}/{path.name}: {error}")
    slugs = [document.slug for document in documents]
    twice = sorted({slug for slug in slugs if slugs.count(slug) > 1})
    reasons += [f"{slug}: more than one file has this slug" for slug in twice]
    documents = [document for document in documents if document.slug not in twice]
    return Files(shared, filled_in(documents, shared), reasons)


def filled_in(documents: Iterable[Document], shared: Shared) -> list[Document]:
    return resolved(documents, shared.sources, shared.families, shared.lines)


class _Dumper(yaml.SafeDumper):
    """Writes files that read and diff well: block text, lists one item a line, keys in record
    order.
    """


def _string(dumper: yaml.SafeDumper, value: str) -> yaml.Node:
    if "\n" in value:
        return dumper.represent_scalar("tag:yaml.org,2002:str", value, style="|")
    return dumper.represent_scalar(
        "tag:yaml.org,2002:str", value, style=">" if len(value) > 100 else None
    )


_Dumper.add_representer(str, _string)


def as_file(plain: Mapping[str, Any]) -> str:
    """A record or the sources as the text of a seed file."""
    return yaml.dump(
        plain,
        Dumper=_Dumper,
        sort_keys=False,
        allow_unicode=True,
        width=120,
        default_flow_style=False,
    )


def folder_of(document: Document) -> str:
    """The folder of a record's file."""
    return f"{document.kind}s" if isinstance(document, TopicDocument) else "options"


def export(folder: Path) -> list[Path]:
    """Write every source and record of the database to files under `folder`. Returns the paths
    written.
    """
    written = []
    for document in read_records():
        path = folder / folder_of(document) / f"{document.slug}.yaml"
        written.append(_write_file(path, as_file(as_plain(document))))
    for name, plain in shared_files.as_plain_files(shared_files.stored()).items():
        if plain:
            written.append(_write_file(folder / name, as_file(plain)))
    return written


def _write_file(path: Path, text: str) -> Path:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text, encoding="utf-8")
    return path
