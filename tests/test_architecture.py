"""Who may import whom, how long a file may be, and that every body leaves by the envelope: read
from the code itself.
"""

import ast
import re
from collections.abc import Iterator
from graphlib import TopologicalSorter
from importlib import import_module
from pathlib import Path

import pytest
from django.urls import URLPattern, URLResolver, get_resolver

from api.calls import CALLS

ROOT = Path(__file__).resolve().parent.parent

# Who may import whom, for every folder and every module that stands alone: nothing else is allowed.
# “api” stands for the modules at its root.
MAY_IMPORT = {
    "content.language": (),
    "content.vocabulary": (),
    "content.yaml_files": (),
    "content.preparation": (),
    "content.wording": ("content.language",),
    "content.models": ("content.language", "content.vocabulary", "content.wording"),
    "content.triggers": ("content.models",),
    "content.apps": ("content.triggers",),
    "content.doctor_flag": ("content.wording",),
    "content.documents": (
        "content.doctor_flag",
        "content.models",
        "content.vocabulary",
        "content.wording",
    ),
    "content.shared_files": (
        "content.documents",
        "content.models",
        "content.vocabulary",
        "content.wording",
        "content.yaml_files",
    ),
    "content.review": (
        "content.documents",
        "content.models",
        "content.preparation",
        "content.vocabulary",
    ),
    "content.seeding": (
        "content.documents",
        "content.language",
        "content.models",
        "content.review",
        "content.shared_files",
        "content.vocabulary",
        "content.wording",
        "content.yaml_files",
    ),
    "content.catalogue": (
        "content.documents",
        "content.language",
        "content.models",
        "content.review",
        "content.vocabulary",
        "content.wording",
    ),
    "content.answers": (
        "content.catalogue",
        "content.doctor_flag",
        "content.documents",
        "content.language",
        "content.preparation",
        "content.review",
        "content.vocabulary",
    ),
    "content.pages": (
        "content.answers",
        "content.catalogue",
        "content.documents",
        "content.language",
        "content.preparation",
        "content.review",
        "content.seeding",
        "content.shared_files",
        "content.vocabulary",
        "content.wording",
        "content.yaml_files",
    ),
    "content.templatetags": (
        "content.catalogue",
        "content.language",
        "content.pages",
        "content.vocabulary",
        "content.wording",
    ),
    "content.editorial": (
        "content.catalogue",
        "content.doctor_flag",
        "content.documents",
        "content.language",
        "content.models",
        "content.review",
        "content.seeding",
        "content.shared_files",
        "content.vocabulary",
        "content.wording",
    ),
    "content.admin": ("content.editorial", "content.models", "content.vocabulary"),
    "content.management": (
        "content.documents",
        "content.editorial",
        "content.models",
        "content.review",
        "content.seeding",
    ),
    "api.relay_check": ("api",),
    "api.rate_limit": ("api", "api.operations"),
    "api.operations": ("api", "api.rate_limit", "content.catalogue", "content.language"),
    "api": (
        "api.operations",
        "api.rate_limit",
        "content.answers",
        "content.catalogue",
        "content.language",
        "content.pages",
        "content.vocabulary",
    ),
    "api.management": (
        "api",
        "api.rate_limit",
        "api.relay_check",
    ),
    "mcp_bridge": ("api", "api.operations", "api.rate_limit"),
    "menoinfo": (
        "api",
        "api.operations",
        "api.rate_limit",
        "content.answers",
        "content.catalogue",
        "content.editorial",
        "content.language",
        "content.models",
        "content.pages",
    ),
    "training": ("content.language",),
}
PARTS = ("content", "api", "mcp_bridge", "menoinfo", "training")
ALLOWED = PARTS[:-1]  # the product


def modules(part: str) -> Iterator[tuple[str, Path]]:
    for path in sorted((ROOT / part).rglob("*.py")):
        if "migrations" not in path.parts:
            parts = path.relative_to(ROOT).with_suffix("").parts
            yield ".".join(parts).removesuffix(".__init__"), path


NAMES = {module: path for part in PARTS for module, path in modules(part)}


def imports(path: Path, deferred: bool = True) -> set[str]:
    """The modules of ours that a file imports; `deferred`: inside functions too."""
    found: set[str] = set()
    tree = ast.parse(path.read_text(encoding="utf-8"))
    for node in ast.walk(tree) if deferred else tree.body:
        if isinstance(node, ast.Import):
            found |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom) and node.module:
            whole = {f"{node.module}.{alias.name}" for alias in node.names}
            found |= (whole & NAMES.keys()) or {node.module}
    return {name for name in found if name.split(".")[0] in PARTS}


def unit(module: str) -> str:
    """The row of the table that a module belongs to: the longest that it begins with."""
    rows = [row for row in MAY_IMPORT if module == row or module.startswith(f"{row}.")]
    return max(rows, key=len, default=module)


LONGEST_FILE = 400  # lines


def test_every_file_is_short_enough_to_read_at_once() -> None:
    paths = [path for part in (*PARTS, "benchmarks") for _, path in modules(part)]
    lines = {
        str(path.relative_to(ROOT)): len(path.read_text(encoding="utf-8").splitlines())
        for path in paths
    }
    too_long = {path: count for path, count in lines.items() if count > LONGEST_FILE}
    assert not too_long, f"split by subject what is over {LONGEST_FILE} lines: {too_long}"


@pytest.mark.parametrize("module", NAMES)
def test_only_what_the_table_allows_is_imported(module: str) -> None:
    row = unit(module)
    if row in PARTS and row not in MAY_IMPORT:
        assert module == row  # the package itself, empty
        return
    wanted = {unit(name) for name in imports(NAMES[module])} - {row}
    assert wanted <= set(MAY_IMPORT[row]), sorted(wanted - set(MAY_IMPORT[row]))


def test_every_row_of_the_table_is_used() -> None:
    used: dict[str, set[str]] = {row: set() for row in MAY_IMPORT}
    for module, path in NAMES.items():
        if unit(module) in used:
            used[unit(module)] |= {unit(name) for name in imports(path)}
    spare = {(row, one) for row, allowed in MAY_IMPORT.items() for one in set(allowed) - used[row]}
    assert spare == set()


def test_no_module_imports_itself_by_way_of_others() -> None:
    graph = {module: imports(path, deferred=False) & NAMES.keys() for module, path in NAMES.items()}
    assert list(TopologicalSorter(graph).static_order())  # raises CycleError with the circle


def test_the_language_package_knows_no_django() -> None:
    for module, path in modules("content/language"):
        assert "django" not in {name.split(".")[0] for name in _outside(path)}, module


def _outside(path: Path) -> set[str]:
    tree = ast.walk(ast.parse(path.read_text(encoding="utf-8")))
    return {node.module or "" for node in tree if isinstance(node, ast.ImportFrom)}


def made_in(name: str) -> set[str]:
    """The modules that call something named `name`."""
    return {
        module
        for part in ALLOWED
        for module, path in modules(part)
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8")))
        if isinstance(node, ast.Call)
        and (getattr(node.func, "id", "") == name or getattr(node.func, "attr", "") == name)
    }


def test_only_the_release_gate_makes_released_and_withheld_options() -> None:
    assert made_in("Released") == made_in("Withheld") == {"content.review.release"}


SHAPES = "api.serializers"  # the package of the classes that every body is shaped by


def is_shape(module: str | None) -> bool:
    return module is not None and f"{module}.".startswith(f"{SHAPES}.")


def shapes_made(tree: ast.Module, shapes: set[str]) -> set[str]:
    """Which classes of `SHAPES` a module makes, under whatever name it brought them or their module
    in.
    """
    brought = [
        (node.module, one)
        for node in ast.walk(tree)
        if isinstance(node, ast.ImportFrom)
        for one in node.names
    ]
    classes = {one.asname or one.name: one.name for module, one in brought if is_shape(module)}
    modules = {
        one.asname or one.name for module, one in brought if is_shape(f"{module}.{one.name}")
    }
    called = [node.func for node in ast.walk(tree) if isinstance(node, ast.Call)]
    made = {classes.get(func.id) for func in called if isinstance(func, ast.Name)}
    made |= {
        func.attr
        for func in called
        if isinstance(func, ast.Attribute)
        and isinstance(func.value, ast.Name)
        and func.value.id in modules
    }
    return shapes & made


def test_only_the_envelope_makes_bodies_from_serializers() -> None:
    """One module turns answers into bodies; no other reads what a serializer made, or makes one of
    a reply or a problem.
    """
    from rest_framework.serializers import BaseSerializer

    from api.serializers import Query

    shapes = {
        name
        for module in NAMES
        if is_shape(module)
        for name, one in vars(import_module(module)).items()
        if isinstance(one, type) and issubclass(one, BaseSerializer) and not issubclass(one, Query)
    }
    assert {"Problem", *(call.reply.__name__ for call in CALLS)} <= shapes
    trees = {
        module: ast.parse(path.read_text(encoding="utf-8"))
        for part in ALLOWED
        for module, path in modules(part)
    }
    # A part of a body is made within the shapes themselves, when the envelope makes the whole.
    assert made_in("to_representation") == {"api.envelope", "api.serializers.fields"}
    assert {
        module: made
        for module, tree in trees.items()
        if not is_shape(module) and (made := shapes_made(tree, shapes))
    } == {}
    # `content` knows no serializer (nothing is imported against the stream); its forms have `data`
    # of their own.
    reads = {
        module
        for module, tree in trees.items()
        for node in ast.walk(tree)
        if isinstance(node, ast.Attribute) and node.attr == "data"
    }
    assert {module for module in reads if not module.startswith("content.")} == set()


@pytest.mark.parametrize(
    "code",
    [
        "from api.serializers import Problem as P\nP({})",
        "from api import serializers as shapes\nshapes.Problem({})",
        "from api.serializers import Problem\nProblem({})",
        "from api.serializers.replies import Problem\nProblem({})",
        "from api.serializers import replies\nreplies.Problem({})",
    ],
)
def test_a_reply_made_elsewhere_is_seen_under_any_name(code: str) -> None:
    assert shapes_made(ast.parse(code), {"Problem"}) == {"Problem"}


def test_only_the_middleware_screens() -> None:
    """The start of a process calls the screen too, so that no caller waits for it to be loaded; and
    the admin, with a new alias.
    """
    assert made_in("screen") == {"menoinfo.wsgi", "content.editorial.aliases"}
    assert made_in("read_and_screen") == {"api.screening_middleware", "content.language.screening"}


def test_what_the_screen_found_is_read_in_one_place() -> None:
    trees = {
        module: ast.parse(path.read_text(encoding="utf-8"))
        for part in ALLOWED
        for module, path in modules(part)
    }
    asked = {
        module
        for module, tree in trees.items()
        for node in ast.walk(tree)
        if isinstance(node, ast.Call)
        and getattr(node.func, "id", "") == "getattr"
        and getattr(node.args[1], "value", "") == "urgent"
    }
    assert asked == {"content.pages.http_caching"}


def test_each_bound_is_written_once() -> None:
    """A refusal that names a bound takes it from where it is set."""
    written = {
        (module, name.id)
        for part in ALLOWED
        for module, path in modules(part)
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8")))
        if isinstance(node, ast.Assign)
        for name in node.targets
        if isinstance(name, ast.Name) and name.id in ("MAX_LENGTH", "MAX_SYMPTOMS", "MAX_BODY")
    }
    assert written == {
        ("api.serializers.fields", "MAX_LENGTH"),
        ("content.answers.resolve", "MAX_SYMPTOMS"),
        ("api.errors", "MAX_BODY"),
    }
    said = [
        node.value
        for node in ast.walk(ast.parse((ROOT / "api/errors.py").read_text(encoding="utf-8")))
        if isinstance(node, ast.Constant)
    ]
    texts = [text for text in said if isinstance(text, str)]
    assert not [text for text in texts if re.search(r"\b(?:12|2,?000|64)\b", text)]


def routes(resolver: URLResolver, before: str = "") -> Iterator[tuple[str, URLPattern]]:
    for pattern in resolver.url_patterns:
        if isinstance(pattern, URLResolver):
            yield from routes(pattern, before + str(pattern.pattern))
        else:
            yield before + str(pattern.pattern), pattern


def test_every_route_of_a_call_is_the_one_view_of_calls() -> None:
    from api.views import CallView

    calls = [pattern for route, pattern in routes(get_resolver()) if route.startswith("v1/")]
    assert len(calls) == 5
    assert all(getattr(pattern.callback, "cls", None) is CallView for pattern in calls)


def test_words_are_screened_before_anything_else(settings: object) -> None:
    from django.conf import settings as configured

    assert configured.MIDDLEWARE[0] == "api.screening_middleware.ScreenEveryRequest"
