"""Markdown: any text reads as it stands, and a page of prose becomes Markdown with nothing lost."""

from hypothesis import example, given
from hypothesis import strategies as st

from content.pages import markdown
from content.pages.prose_markdown import from_page
from tests.reading import path_of, plain, read_markdown

readable = st.text(
    st.characters(exclude_categories=["Cc", "Cs"], exclude_characters="\ufffd"), max_size=80
)


@example("0 #")
@example("# ##")
@given(readable | st.text("*_`[]()<>#+-=|~&!\\.:;1239 aé", max_size=40))
def test_any_text_reads_in_markdown_as_it_stands(text: str) -> None:
    assert read_markdown(markdown.paragraphs(text)).text == plain(text)
    assert read_markdown(markdown.bullets([text, "end"])).text == plain(f"{text} end")
    assert read_markdown(f"# {markdown.inline(text)}").text == plain(text)


def test_a_page_of_prose_becomes_markdown_with_nothing_lost() -> None:
    html = """<html><head><title>No</title></head><body><nav>No</nav><main>
    <p>Above</p><nav><ul><li>No</li></ul></nav>
    <h1>One <em>two</em></h1>
    <p>A * <b>bold </b>word, <a href="/topics">a link</a><br>and <code>a*b</code>.</p>
    <ul><li>First</li><li><p>Second</p><ul><li>Within</li></ul></li></ul>
    <ol><li>Once</li><li>Twice</li></ol>
    <table><caption>Kept</caption><tr><th>What</th><th>How long</th></tr>
    <tr><td>Words</td><td>Never</td></tr></table>
    <figure><svg role="img" aria-label="A picture"></svg>
    <figcaption>1. Caption</figcaption></figure>
    <pre>curl 'x' *</pre><blockquote><p>Said</p></blockquote><dl><dt>Term</dt><dd>Meaning</dd></dl>
    <form><label>Name <input value="no"></label><button>No</button></form>
    <p hidden>No</p><hr><details><summary>More</summary>Inside</details>
    </main><footer>No<p>Reviewed by <b>nobody</b>.</p>
    <nav><a href="/about">No</a></nav></footer></body></html>"""
    text = from_page(html, "http://127.0.0.1:8000/about")
    shown = read_markdown(text)
    assert "No" not in shown.text.split()
    assert path_of(shown.links[0]) == "/topics"
    assert shown.blocks == [
        "One two", "Above", "A * bold word, a link and a*b.", "First", "Second", "Within", "Once",
        "Twice", "Kept", "What: Words; How long: Never",
        "A picture", "1. Caption", "curl 'x' *", "Said", "Term", "Meaning", "Name", "More",
        "Inside", "Reviewed by nobody.",
    ]  # fmt: skip
