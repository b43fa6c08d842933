"""The lessons that come with the package: their languages, expected answers and sheets of paper."""

from __future__ import annotations

import html
import json
import math
import re
import tomllib
from fractions import Fraction
from pathlib import Path

import pytest

from skyjo_widget import (
    SKYJO_DECK,
    RulesError,
    Worksheet,
    answers,
    cli,
    lesson,
    play,
    position,
    sheets,
)
from skyjo_widget.errors import RecordError
from skyjo_widget.lessons.lesson.file import PAPER, read_lesson
from skyjo_widget.lessons.lesson.folder import new_lesson
from skyjo_widget.lessons.shipped_lessons import NAMES, shipped
from skyjo_widget.lessons.worksheet.answer_key import find_truth, read_truth
from skyjo_widget.lessons.worksheet.file import FOR_TEACHERS, read_questions
from skyjo_widget.util.i18n import languages
from tests.fixtures.hostile import HOSTILE
from tests.fixtures.html_reader import Reader
from tests.fixtures.paths import ROOT

FOLDER = ROOT / "skyjo_widget" / "lessons" / "shipped"
SEEDS = {"en": "3B, 22 November", "fr": "2de B, 22 novembre"}
EVERY = [(name, lang) for name in NAMES for lang in languages()]
HIDDEN = ["lesson", "../chance", "chance.toml/..", "Chance", "", "chance\0", "__proto__", "a" * 999]


def dealt(seed, lang="en", name="Ana"):
    """The class's table at the beginning of its deal, where the coach answers."""
    return play("skyjo", [name, "bot:greedy"], seed=seed, record=False, display=False, lang=lang)


def in_every_language(part):
    """The parts of a file that have a text in some language, as they are written."""
    if isinstance(part, dict):
        if set(part) & set(languages()):
            yield part
        else:
            for value in part.values():
                yield from in_every_language(value)
    elif isinstance(part, list):
        for value in part:
            yield from in_every_language(value)


def for_teachers(name, lang):
    """The texts of a lesson that are for its teacher alone."""
    asked = shipped(name, lang)["questions"]
    return [one[key] for one in asked for key in FOR_TEACHERS if key in one]


def questions(name, lang):
    """The questions of a lesson."""
    (sheet,) = read_lesson(name, lang=lang).sheets
    return read_questions(sheet.questions, "skyjo")


@pytest.mark.parametrize("name", NAMES)
def test_each_text_is_in_every_language(name):
    """And differs, unless it is a formula."""
    found = list(in_every_language(tomllib.loads((FOLDER / f"{name}.toml").read_text("utf-8"))))
    assert len(found) > 15
    for texts in found:
        assert set(texts) == set(languages())
        assert texts["en"] != texts["fr"]
        assert len({type(text) for text in texts.values()}) == 1


@pytest.mark.parametrize("name", NAMES)
def test_the_languages_ask_the_same(name):
    """The same kinds with the same right answers, options in the same order."""

    def asked(lang):
        return [
            (
                one.kind,
                one.truth,
                one.tolerance,
                one.wanted,
                len(one.options),
                one.right and one.options.index(one.right),
            )
            for one in questions(name, lang)
        ]

    assert asked("en") == asked("fr")
    assert 3 <= len(asked("en")) <= 6


@pytest.mark.parametrize(("name", "lang"), EVERY)
def test_french_and_english_are_typeset(name, lang):
    """French with its spaces and apostrophes, English without."""
    whole = {key: part for key, part in shipped(name, lang).items() if key != "position"}
    text = json.dumps(whole, ensure_ascii=False)
    if lang == "fr":
        wrong = r"[^\s\u00a0][;!?»]|\w: |\d%| [;:!?»%]|« |\w'\w"
        text = re.sub(r'": |", ', "", text)  # of JSON
        assert not re.search(wrong, text), re.search(wrong, text)
    else:
        assert "\u00a0" not in text


@pytest.mark.parametrize(("name", "lang"), EVERY)
def test_a_teacher_has_an_answer_to_each_question(name, lang):
    """A right one, computed or written, and its reason or an expected text."""
    for one in questions(name, lang):
        assert one.why or one.expected
        if one.kind == "text":
            assert one.expected


@pytest.mark.parametrize("lang", languages())
def test_a_lesson_opens_by_its_name(lang):
    """With the class's seed, or its own; the pupil types a name."""
    begun = lesson("chance", name="Ana", lang=lang, display=False)
    assert begun.table.lang == begun.sheets[0].lang == lang
    assert begun.table.history.events[1]["order"] == dealt(SEEDS[lang]).history.events[1]["order"]
    other = lesson("chance", name="Ana", lang=lang, seed="3C", display=False)
    assert other.table.history.events[1]["order"] == dealt("3C").history.events[1]["order"]


def test_a_file_of_a_lessons_name_is_opened_by_its_path():
    """The name alone is always the shipped lesson; a `Path` is a file."""
    Path("chance").write_text('title = "Mine"\ngame = {preset = "skyjo", seed = "3B"}', "utf-8")
    assert lesson("chance", display=False).plan.title == "Chance"
    for own in ("./chance", Path("chance")):
        assert lesson(own, display=False).plan.title == "Mine"


@pytest.mark.parametrize("lang", languages())
def test_a_worksheet_loads_by_the_lessons_name(lang):
    """At a table, in its language; without one at the lesson's position, if it has one."""
    sheet = Worksheet.load("chance", dealt("3B", lang))
    assert (sheet.lang, sheet.title) == (lang, shipped("chance", lang)["title"])
    assert [one.name for one in sheet.questions] == [one.name for one in questions("chance", lang)]
    there = Worksheet.load("chance", lang=lang)
    assert there.table.observation().seat == 0
    assert there.table.odds().unseen.total == 123
    with pytest.raises(RulesError, match="a table is needed"):
        Worksheet.load("samples")


@pytest.mark.parametrize("name", HIDDEN)
def test_no_other_name_reaches_a_file_of_the_package(name, capsys):
    """It is refused, or a path of the current folder that isn't there."""
    with pytest.raises(RulesError, match=r"unknown.*there are chance, samples, strategy, perfect"):
        shipped(name)
    with pytest.raises(RulesError):
        lesson(name, display=False)
    with pytest.raises(RulesError):
        answers(lesson=name)
    with pytest.raises(RulesError):
        new_lesson("3B", lesson=name)
    assert cli.main(["answers", name]) == cli.main(["sheets", name]) == 1
    assert capsys.readouterr().err.count("skyjo-widget: ") == 2
    assert not Path("3B").exists()
    assert not Path("sheets.html").exists()


@pytest.mark.parametrize("lang", languages())
def test_computed_answers_are_those_of_the_odds(lang):
    """Each event and moment at both of the lesson's moments, against the odds' own attributes."""
    key = answers(SEEDS[lang], about_the_game(lang), lang=lang)
    law, there = dealt(SEEDS[lang], lang).odds().law, place(lang).odds().law
    assert key.answers[0].values == (repr(law.p("X <= 4")), repr(there.p("X <= 4")))
    for answer, name in zip(key.answers[1:3], ("expectation", "sd"), strict=True):
        for text, one in zip(answer.values, (law, there), strict=True):
            decimal = text.rpartition("≈ ")[2].replace(",", ".")
            assert float(decimal) == pytest.approx(float(getattr(one, name)), abs=0.0005)
    assert "660/123 = 220/41" in key.answers[1].values[1]
    assert {len(one.values) for one in key.answers[3:]} == {1}


def about_the_game(lang="en"):
    """A copy of the first lesson whose questions are about the pupil's own game."""
    _, toml = new_lesson("own", lang, lesson="chance")
    toml.write_text(toml.read_text("utf-8").replace('at = "position"\n', ""), "utf-8")
    return toml


@pytest.mark.parametrize("lang", languages())
def test_an_answer_about_the_position_is_the_positions_alone(lang):
    """With no letter, and without the deal that no question is about."""
    key = answers(SEEDS[lang], "chance", lang=lang)
    assert key.answers[0].values == (repr(place(lang).odds().p("X <= 4")),)
    assert key.answers[0].later == ""
    assert len(key.moments) == 1
    text = str(key)
    assert "52/123" in text
    assert "70/149" not in text
    assert "A · " not in text


def test_a_question_about_a_position_needs_one_in_the_lesson():
    """Its number is named; the answers would be another moment's."""
    _, toml = new_lesson("own", "en", lesson="chance")
    text = re.sub(r"(?s)\[position\]\n.*?(?=\[\[questions)", "", toml.read_text("utf-8"))
    toml.write_text(text, "utf-8")
    with pytest.raises(
        RulesError, match=r"question 1: at = 'position', but there is no \[position"
    ):
        answers("3B", toml)


def test_answers_about_both_have_their_letters():
    """A question about the game and one about the position in one lesson."""
    toml = about_the_game()
    text = toml.read_text("utf-8").replace('truth = "E(X)"', 'truth = "E(X)"\nat = "position"')
    toml.write_text(text, "utf-8")
    said = str(answers("3B", toml))
    assert "   A · P(X ≤ 4) = 70/149" in said
    assert "   B · P(X ≤ 4) = 52/123" in said
    assert "   B · E(X) = 660/123" in said
    assert "A · E(X)" not in said


def place(lang):
    """The lesson's position."""
    given = shipped("chance", lang)["position"]
    return position("skyjo", given["cards"], discard=given["discard"], to_move="Ana", lang=lang)


@pytest.mark.parametrize("moves", [0, 1, 2, 9])
def test_the_formula_for_later_moments_holds(moves):
    """(70 − a)/(150 − s) and (760 − t)/(150 − s), with what has been seen."""
    table = dealt("3B")
    for _ in range(moves):
        while table.waiting == "bot":
            table.step()
        table.act(table.legal[-1])
    key, odds = answers("3B", about_the_game()), table.odds(0)
    both = [re.search(r"\((\d+) − .\)/\((\d+) − s\)", one.later) for one in key.answers[:2]]
    (fitting, cards), (points, also) = [map(int, found.groups()) for found in both]
    seen = {value: n - odds.unseen[value] for value, n in SKYJO_DECK.counts}
    assert min(seen.values()) >= 0
    s = sum(seen.values())
    assert (s > 1) == (moves > 0)
    a = sum(n for value, n in seen.items() if value <= 4)
    t = sum(value * n for value, n in seen.items())
    assert Fraction(fitting - a, cards - s) == odds.p("X <= 4").probability
    assert Fraction(points - t, also - s) == odds.law.expectation


def test_the_standard_deviation_of_a_mean_may_be_asked():
    """σ/√n and twice that; other factors and n = 0 are refused."""
    seen = dealt("3B").observation()
    sd = dealt("3B").odds().law.sd
    for written, value in {
        "2σ(X)/√100": sd / 5,
        "σ(X)/√25": sd / 5,
        "2 σ(X) / √9": 2 * sd / 3,
    }.items():
        assert float(find_truth(read_truth(written, "skyjo"), seen).value) == pytest.approx(value)
    for wrong in ("3σ(X)/√4", "σ(X)/√0", "σ(Q)/√4", "σ(X)/√-4", "E(X)/√4"):
        with pytest.raises(RulesError, match="is needed"):
            read_truth(wrong, "skyjo")


@pytest.mark.parametrize("lang", languages())
def test_what_the_answers_claim_is_true(lang):
    """The figures in the reasons: deck, chances, gains at the position, sizes of samples."""
    text = "\n".join(str(answers(SEEDS[lang], name, lang=lang)) for name in NAMES)
    mark = "," if lang == "fr" else "."
    deck = dict(SKYJO_DECK.counts)
    mean = sum(value * n for value, n in deck.items()) / 150
    sd = math.sqrt(sum((value - mean) ** 2 * n for value, n in deck.items()) / 150)
    assert (deck[0], deck[-2], deck[11], deck[12]) == (15, 5, 10, 10)
    assert round(sum(n for value, n in deck.items() if abs(value - mean) < sd) / 150, 2) == 0.6
    odds = place(lang).odds()
    points = {one.action: -float(one.points) for one in odds.actions}
    assert (round(points["take"], 2), round(points["draw"], 2)) == (1.37, 1.97)
    assert odds.unseen.total - 1 == 122
    assert odds.law.expectation * 123 + 2 == 662
    for figure in ("1.37", "1.97", "662/122 ≈ 5.43", "7.43", "7.37", "0.09"):
        assert figure.replace(".", mark) in text
    assert round(662 / 122 + 2, 2) == 7.43
    assert round(float(odds.law.expectation) + 2, 2) == 7.37
    needed = (2 * sd / (14 / 150)) ** 2
    assert 7_500 < needed < 8_500
    p, n = 70 / 149, 1000
    inside = sum(
        math.comb(n, k) * p**k * (1 - p) ** (n - k)
        for k in range(n + 1)
        if abs(k / n - p) <= n**-0.5
    )
    assert round(20 * inside) == 19
    assert 1 / 35 < 5 / 149 < 1 / 25


def test_an_own_lesson_has_answers_too():
    """With its own seed; a lesson without one is refused, as each pupil has other cards."""
    text = '[[questions]]\nkind = "number"\ntext = "How likely?"\ntruth = "draw 12"\nwhy = "Count."'
    Path("own.toml").write_text(f'game = {{preset = "skyjo", seed = "3B"}}\n{text}', "utf-8")
    odds = dealt("3B").odds()
    assert f"{odds.unseen[12]}/149" in str(answers(lesson="own.toml"))
    assert answers("3C", "own.toml").plan.options["seed"] == "3C"
    assert sheets("own.toml", "own.html").is_file()
    Path("own.toml").write_text(f'game = {{preset = "skyjo"}}\n{text}', "utf-8")
    with pytest.raises(RulesError, match="seed= is needed"):
        answers(lesson="own.toml")


@pytest.mark.parametrize(("name", "lang"), EVERY)
def test_nothing_for_the_teacher_reaches_the_pupils(name, lang):
    """Not the state of a widget, the messages' texts, the record, nor the pupils' folder."""
    begun = lesson(name, name="Ana", lang=lang, seed="3B", display=False)
    for box in begun.sheets[0]._boxes:
        box.field.value = {"number": "0.4", "choice": box.asked.question.right}.get(
            box.asked.question.kind, "x"
        )
        box.button._handle_custom_msg({"type": "submit"}, [])
    sent = [begun.board, begun.table.board, *(part for one in begun.sheets for part in parts(one))]
    page = json.dumps([one.get_state() for one in sent], ensure_ascii=False, default=str)
    record = "".join(path.read_text("utf-8") for path in Path("games").rglob("*.jsonl"))
    folder = "".join(p.read_text("utf-8") for p in new_lesson("3B", lang, lesson=name))
    texts = for_teachers(name, lang)
    assert len(texts) >= 5
    first = questions(name, lang)[0].text
    assert json.dumps(first, ensure_ascii=False)[1:-1] in folder
    assert html.escape(first)[:20] in page
    assert "sjq-right" in page
    for text in texts:
        for part in (text, text[:30], html.escape(text[:30])):
            assert part not in page
            assert part not in record
            assert part not in folder


def parts(widget):
    """A widget and all below it."""
    yield widget
    for child in getattr(widget, "children", ()):
        yield from parts(child)


# Paper


@pytest.mark.parametrize(("name", "lang"), EVERY)
def test_the_sheets_are_those_that_the_lesson_needs(name, lang):
    """In their order; a page without scripts or addresses, with every question."""
    path = sheets(name, "out.html", lang=lang)
    page = path.read_text("utf-8")
    needed = read_lesson(name, lang=lang).paper
    solutions = ("law" in needed) + ("home" in needed)
    assert page.count('<section class="sheet">') == len(needed) + solutions
    tags = {tag for tag, *_ in Reader(page).tags}
    assert not tags & {"script", "a", "link", "iframe"}
    assert not re.search(r"https?://(?!www\.w3\.org)", page)
    text = Reader(page).text
    for one in questions(name, lang):
        assert one.text in text
    for text_of_teacher in for_teachers(name, lang):
        assert text_of_teacher not in text


@pytest.mark.parametrize("lang", languages())
def test_the_law_on_paper_is_the_decks(lang):
    """The counts of the deck, to fill in; the solution is the law at the lesson's position."""
    page = sheets("chance", "out.html", lang=lang).read_text("utf-8")
    deck, law, solution, *_ = re.findall(r'<section class="sheet">(.*?)</section>', page, re.DOTALL)
    counts = [[str(value).replace("-", "−"), str(n)] for value, n in SKYJO_DECK.counts]
    assert [row[:2] for row in table(deck)] == [*counts, [*table(deck)[-1][:1], "150"]]
    assert [row[:2] for row in table(law)[:-1]] == counts
    assert {cell for row in table(law)[:-1] for cell in row[2:]} == {""}
    odds = place(lang).odds()
    for row, (value, n) in zip(table(solution)[:-1], SKYJO_DECK.counts, strict=True):
        left = odds.unseen[value]
        assert row[1:5] == [str(n), str(n - left), str(left), f"{left}/123"]
    assert table(solution)[-1][1:5] == ["150", "27", "123", "1"]
    assert repr(odds.p("X <= 4")) in Reader(solution).text
    assert "662" not in Reader(law).text


def table(sheet):
    """The cells of the last table of a sheet, row by row."""
    body = sheet.rpartition("<tbody>")[2]
    return [re.findall("<td>(.*?)</td>", row) for row in body.split("<tr>")[1:]]


def test_all_sheets_of_paper_can_be_asked_for():
    """In any order, for a game with wild cards those without a law; others are refused."""
    own = 'game = {preset = "PRESET", seed = "3B"}\npaper = '
    for preset in ("skyjo", "newskyjo", "skip-bo"):
        kinds = [kind for kind in PAPER[::-1] if preset == "skyjo" or kind not in ("law", "home")]
        players = (
            "" if preset != "newskyjo" else '", players = ["a", "b", "bot:greedy"], coach = "off'
        )
        text = own.replace("PRESET", preset + players)
        Path("own.toml").write_text(text + json.dumps(kinds), "utf-8")
        assert sheets("own.toml", "own.html").is_file()
    Path("own.toml").write_text(own.replace("PRESET", "skip-bo") + '["law"]', "utf-8")
    with pytest.raises(RulesError, match="wild"):
        sheets("own.toml", "own.html")
    Path("own.toml").write_text(own.replace("PRESET", "skyjo") + '["tables", 3]', "utf-8")
    with pytest.raises(RulesError, match="paper"):
        sheets("own.toml", "own.html")


@pytest.mark.parametrize("hostile", [text for _, text in HOSTILE[::4]])
def test_texts_of_an_own_lesson_are_escaped(hostile):
    """In the answers and on paper: no element comes from a text."""
    asked = {"kind": "choice", "name": "n", "text": hostile, "options": [hostile, "b"]}
    plain = {**asked, "text": "t", "options": ["a", "b"]}

    def made(one, seed):
        fields = "\n".join(f"{key} = {json.dumps(value)}" for key, value in one.items())
        whole = f'game = {{preset = "skyjo", seed = {json.dumps(seed)}}}\n[[questions]]\n{fields}'
        Path("own.toml").write_text(whole.replace("\x7f", "\\u007f"), "utf-8")
        key = answers(lesson="own.toml")
        key.to_html("key.html")
        sheets("own.toml", "own.html")
        pages = [Path(name).read_text("utf-8") for name in ("key.html", "own.html")]
        return [Reader(page).tags for page in (*pages, key._repr_html_())]

    try:
        ours = made({**asked, "why": hostile}, hostile)
    except RulesError:
        return  # no text of a worksheet
    assert ours == made({**plain, "why": "w"}, "3B")


def test_a_page_replaces_only_a_page():
    """Another name, or a folder that isn't there, is refused."""
    Path("lesson.toml").write_text("mine", "utf-8")
    for make in (lambda path: sheets("chance", path), answers("3B").to_html):
        with pytest.raises(RulesError, match=r"ends with \.html"):
            make("lesson.toml")
        with pytest.raises(RecordError, match="can't be written"):
            make("nowhere/page.html")
    assert Path("lesson.toml").read_text("utf-8") == "mine"


def test_answers_are_written_in_another_language():
    """The page has the texts of the answers in that language."""
    key = answers("3B", "chance", lang="en")
    page = key.to_html("fr.html", lang="fr").read_text("utf-8")
    assert page == answers("3B", "chance", lang="fr").to_html("same.html").read_text("utf-8")
    assert page != key.to_html("en.html").read_text("utf-8")


def test_the_commands_do_the_same(capsys):
    """Answers to read or to print, sheets, and a folder made from a lesson."""
    assert cli.main(["answers", "samples", "--seed", SEEDS["fr"], "--lang", "fr"]) == 0
    shown = capsys.readouterr().out
    assert shown == f"{answers(SEEDS['fr'], 'samples', lang='fr')}\n"
    assert cli.main(["answers", "--out", "key.html"]) == 0
    assert "52/123" in Path("key.html").read_text("utf-8")
    assert cli.main(["sheets", "strategy"]) == 0
    assert Path("sheets.html").is_file()
    made = ["lesson", "new", "3B", "--lesson", "strategy", "--lang", "fr", "--seed", 'a "b"\\']
    assert cli.main(made) == 0
    plan = read_lesson("3B/lesson.toml")
    assert (plan.title, plan.options["seed"]) == ("La stratégie", 'a "b"\\')
    assert cli.main(made) == 1


def test_a_lessons_folder_is_the_lesson():
    """As its file is; a folder without one says which file is missing."""
    folder, toml = new_lesson("3B", "en", lesson="strategy")
    assert str(answers("a", folder.parent)) == str(answers("a", toml))
    Path("empty").mkdir()
    with pytest.raises(RulesError, match=r"empty/lesson\.toml: can't be read: No such file"):
        answers("a", "empty")


@pytest.mark.parametrize(("name", "lang"), EVERY)
def test_a_folder_made_from_a_lesson_asks_the_same(name, lang):
    """Its file has all but the teacher's texts."""
    _, toml = new_lesson("3B", lang, lesson=name)
    own, given = read_lesson(toml), read_lesson(name, lang=lang)
    (sheet,), (other,) = own.sheets, given.sheets
    assert [
        (one.text, one.truth, one.options) for one in read_questions(sheet.questions, "skyjo")
    ] == [(one.text, one.truth, one.options) for one in read_questions(other.questions, "skyjo")]
    for field in ("title", "text", "lang", "preset", "players", "options", "paper", "position"):
        assert getattr(own, field) == getattr(given, field)
