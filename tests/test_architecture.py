"""Who may import whom, and that every body leaves by the exit: read from the code itself."""

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from django.urls import URLPattern, URLResolver, get_resolver

from api.calls import CALLS

ROOT = Path(__file__).resolve().parent.parent

# What each part may import of the house. Anything outside the house is free.
ALLOWED = {
    "content": {"content"},
    "api": {
        "api",
        "content.answers",
        "content.catalogue.snapshot",
        "content.pages.http_caching",
        "content.catalogue.refresh",
        "content.model_files",
        "content.screening",
        "content.vocabulary",
    },
    "mcp_bridge": {"mcp_bridge", "api"},
    "menoinfo": {"menoinfo", "api", "mcp_bridge", "content"},
}
# Inside content: what each lower module may not reach up to.
BELOW = {
    "content.wording.claims": set(),
    "content.wording.rules": {"content.wording.claims", "content.slips", "content.spelling", "content.wording.text_blocks"},
    "content.pages.http_caching": set(),
    "content.letters": set(),
    "content.slips": {"content.weights"},
    "content.spelling": {"content.slips"},
    "content.weights": set(),
    "content.plain_words": {"content.letters", "content.spelling"},
    "content.vocabulary": set(),
    "content.yaml_files": set(),
    "content.wording.supplements": {"content.letters", "content.wording.rules"},
    "content.wording.citations": {"content.letters", "content.wording.rules"},
    "content.preparation": set(),
    "content.name_keys": {"content.plain_words", "content.spelling"},
    "content.models": {"content.wording.citations", "content.name_keys", "content.wording.supplements", "content.wording.rules", "content.vocabulary"},
    "content.wording.text_blocks": set(),
    "content.doctor_flag": {"content.wording.text_blocks"},
    "content.documents": {
        "content.doctor_flag",
        "content.models",
        "content.wording.supplements",
        "content.wording.text_blocks",
        "content.wording.rules",
        "content.vocabulary",
    },
    "content.review.history": {"content.documents", "content.models"},
    "content.shared_files": {
        "content.wording.citations",
        "content.documents",
        "content.models",
        "content.vocabulary",
        "content.wording.rules",
        "content.yaml_files",
    },
    "content.review.standing": {"content.documents", "content.models", "content.preparation", "content.vocabulary"},
    "content.review.release": {"content.documents", "content.review.standing"},
    "content.answers.notes": set(),
    "content.answers.shapes": {"content.doctor_flag", "content.vocabulary"},
    "content.answers.resolve": {
        "content.answers.notes",
        "content.answers.shapes",
        "content.catalogue.snapshot",
        "content.lists",
        "content.matching",
        "content.name_keys",
        "content.review.release",
        "content.vocabulary",
    },
}
SCREENING_MAY_USE = {
    "content.screening",
    "content.encoder",
    "content.transformer",
    "content.plain_words",
    "content.language.warning_signs",
    "content.lexicon",
    "content.linear",
    "content.marks",
    "content.number_words",
    "content.slips",
    "content.spelling",
    "content.word_features",
    "content.yaml_files",
}


def modules(part: str) -> Iterator[tuple[str, Path]]:
    for path in sorted((ROOT / part).rglob("*.py")):
        if "migrations" not in path.parts:
            yield ".".join(path.relative_to(ROOT).with_suffix("").parts).removesuffix(".__init__"), path


def imports(path: Path) -> set[str]:
    found: set[str] = set()
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            found |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom) and node.module:
            found |= {node.module} | ({f"{node.module}.{alias.name}" for alias in node.names} if node.module in ALLOWED else set())
    return {name for name in found if name.split(".")[0] in ALLOWED and name not in ALLOWED} | {
        name for name in found if name in ALLOWED and not any(other.startswith(f"{name}.") for other in found)
    }


def within(name: str, allowed: set[str]) -> bool:
    return any(name == one or name.startswith(f"{one}.") for one in allowed)


@pytest.mark.parametrize("part", ALLOWED)
def test_nothing_is_imported_against_the_stream(part: str) -> None:
    wrong = [(module, name) for module, path in modules(part) for name in imports(path) if not within(name, ALLOWED[part])]
    assert wrong == []


@pytest.mark.parametrize("module", BELOW)
def test_lower_modules_do_not_reach_up(module: str) -> None:
    path = ROOT / (module.replace(".", "/") + ".py")
    assert {name for name in imports(path) if not within(name, BELOW[module])} == set()


def test_the_screen_stands_alone() -> None:
    wrong = [(module, name) for module, path in modules("content/screening") for name in imports(path) if not within(name, SCREENING_MAY_USE)]
    assert wrong == []
    for _, path in modules("content/screening"):
        assert "django" not in {name.split(".")[0] for name in _outside(path)}, path


def test_the_language_package_stands_alone() -> None:
    """It imports nothing of ours but itself, and no Django: it reads words and nothing else."""
    for module, path in modules("content/language"):
        assert [name for name in imports(path) if not within(name, {"content.language"})] == [], module
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
        if isinstance(node, ast.Call) and (getattr(node.func, "id", "") == name or getattr(node.func, "attr", "") == name)
    }


def test_only_the_gate_makes_released_and_withheld_options() -> None:
    assert made_in("Released") == made_in("Withheld") == {"content.review.release"}


SHAPES = "api.serializers"  # the classes that every body is shaped by


def shapes_made(tree: ast.Module, shapes: set[str]) -> set[str]:
    """Which classes of `SHAPES` a module makes, under whatever name it brought them or their module in."""
    brought = [(node.module, one) for node in ast.walk(tree) if isinstance(node, ast.ImportFrom) for one in node.names]
    classes = {one.asname or one.name: one.name for module, one in brought if module == SHAPES}
    modules = {one.asname or one.name for module, one in brought if f"{module}.{one.name}" == SHAPES}
    called = [node.func for node in ast.walk(tree) if isinstance(node, ast.Call)]
    made = {classes.get(func.id) for func in called if isinstance(func, ast.Name)}
    made |= {func.attr for func in called if isinstance(func, ast.Attribute) and isinstance(func.value, ast.Name) and func.value.id in modules}
    return shapes & made


def test_only_the_exit_makes_bodies_from_serializers() -> None:
    """One module turns answers into bodies; no other reads what a serializer made, or makes one of a reply or a problem."""
    from rest_framework.serializers import BaseSerializer

    from api import serializers

    classes = {name: one for name, one in vars(serializers).items() if isinstance(one, type)}
    shapes = {name for name, one in classes.items() if issubclass(one, BaseSerializer) and not issubclass(one, serializers.Query)}
    assert {"Problem", *(call.reply.__name__ for call in CALLS)} <= shapes
    trees = {module: ast.parse(path.read_text(encoding="utf-8")) for part in ALLOWED for module, path in modules(part)}
    # A part of a body is made within the shapes themselves, when the envelope makes the whole.
    assert made_in("to_representation") == {"api.envelope", SHAPES}
    assert {module: made for module, tree in trees.items() if module != SHAPES and (made := shapes_made(tree, shapes))} == {}
    # `content` knows no serializer (nothing is imported against the stream); its forms have `data` of their own.
    reads = {module for module, tree in trees.items() for node in ast.walk(tree) if isinstance(node, ast.Attribute) and node.attr == "data"}
    assert {module for module in reads if not module.startswith("content.")} == set()


@pytest.mark.parametrize(
    "code",
    ["from api.serializers import Problem as P\nP({})", "from api import serializers as shapes\nshapes.Problem({})", "from api.serializers import Problem\nProblem({})"],
)  # fmt: skip
def test_a_reply_made_elsewhere_is_seen_under_any_name(code: str) -> None:
    assert shapes_made(ast.parse(code), {"Problem"}) == {"Problem"}


def test_only_the_middleware_screens() -> None:
    """The start of a process calls the screen too, so that no caller waits for it to be loaded; and the desk, with a new alias."""
    assert made_in("screen") == {"api.screening_middleware", "menoinfo.wsgi", "content.editorial.aliases"}


def test_what_the_screen_found_is_read_in_one_place() -> None:
    trees = {module: ast.parse(path.read_text(encoding="utf-8")) for part in ALLOWED for module, path in modules(part)}
    asked = {
        module
        for module, tree in trees.items()
        for node in ast.walk(tree)
        if isinstance(node, ast.Call) and getattr(node.func, "id", "") == "getattr" and getattr(node.args[1], "value", "") == "urgent"
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
        ("api.serializers", "MAX_LENGTH"),
        ("content.answers.resolve", "MAX_SYMPTOMS"),
        ("api.errors", "MAX_BODY"),
    }
    said = [node.value for node in ast.walk(ast.parse((ROOT / "api/errors.py").read_text(encoding="utf-8"))) if isinstance(node, ast.Constant)]
    texts = [text for text in said if isinstance(text, str)]
    assert not [text for text in texts if re.search(r"\b(?:12|2,?000|64)\b", text)]


def routes(resolver: URLResolver, before: str = "") -> Iterator[tuple[str, URLPattern]]:
    for pattern in resolver.url_patterns:
        if isinstance(pattern, URLResolver):
            yield from routes(pattern, before + str(pattern.pattern))
        else:
            yield before + str(pattern.pattern), pattern


def test_every_route_of_a_call_is_one_of_the_two_doors() -> None:
    from api.views import CallView

    calls = [pattern for route, pattern in routes(get_resolver()) if route.startswith("v1/")]
    assert len(calls) == 5
    assert all(getattr(pattern.callback, "cls", None) is CallView for pattern in calls)


def test_words_are_screened_before_anything_else(settings: object) -> None:
    from django.conf import settings as configured

    assert configured.MIDDLEWARE[0] == "api.screening_middleware.ScreenEveryRequest"
