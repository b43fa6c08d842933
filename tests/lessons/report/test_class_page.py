"""A class's page on the wall: names, copies, draws, decisions to talk about, and arriving files."""

from __future__ import annotations

import datetime
import json
import os
import random
import re
import zipfile
from fractions import Fraction
from pathlib import Path

import pytest

from skyjo_widget import Deck, RulesError, class_page, hand_in, load, play
from skyjo_widget.lessons.hand_in.collect import HandIn, collect
from skyjo_widget.lessons.report import html as class_html
from skyjo_widget.lessons.report import watch as class_watch
from skyjo_widget.lessons.report.decisions import (
    DEAREST,
    DISPUTED,
    instructive_decisions,
    replay_data,
)
from skyjo_widget.lessons.report.draws import class_draws
from skyjo_widget.lessons.report.regret import regret
from skyjo_widget.lessons.report.report import ClassReport
from skyjo_widget.lessons.report.watch import Watch
from skyjo_widget.records import record_file
from skyjo_widget.util.dates import format_date
from tests.fixtures.hidden_cards import advance, game, permuted
from tests.fixtures.lessons import QUIET, SEED, choose, played

FOLDER = Path("hand-in")
NAMES = ["Zéphirine Quatresous", "Zéphirine Quatremer", "Balthazar Vingtdeux"]


def page(**options):
    """The page of what was handed in."""
    return class_page(FOLDER, **{"progress": False, **options})


def a_class():
    """Three pupils who played the same deals, with notes, answers and a file that is damaged."""
    for number, name in enumerate(NAMES):
        table = played(name.split()[0], worst={5 + number, 9})
        table.answer("Chance", "Why?", f"{name.upper()} says so, {name.split()[1]}!", by=name)
        table.note(f"{name} was here", by=name)
        hand_in(table, name)
    FOLDER.joinpath("Balthazar (2).jsonl").write_text("x")


def slide(html, key):
    """A section of the page."""
    return html.split(f'data-slide="{key}"')[1].split("</section>")[0]


def test_its_cell_has_a_language():
    """Titles, counts and decimal marks; the page keeps its own."""
    a_class()
    report = page()
    assert "The class’s games" in report.html()
    french = report.html("fr")
    assert "The class’s games" not in french
    assert re.search(r"<td[^>]*>−?\d+,\d\d</td>", french)


# Names


@pytest.mark.seconds
@pytest.mark.parametrize("lang", [pytest.param("en", marks=pytest.mark.slow), "fr"])
def test_codes_leave_no_name_in_the_whole_page(lang):
    """In no byte: of tables, texts, file names, replays, nor as a spelling in another case."""
    a_class()
    twin = next(FOLDER.glob("hand-in-Balthazar*"))
    FOLDER.joinpath("Copie de Balthazar.jsonl").write_bytes(twin.read_bytes())
    report = page(names="codes", lang=lang)
    text = report.path.read_bytes().decode()
    for name in NAMES:
        for word in name.split():
            assert not re.search(word, text, re.IGNORECASE)
            assert not re.search(json.dumps(word).strip('"').replace("\\", "\\\\"), text)
    codes = report.pupils["pupil"].tolist()
    assert codes == sorted(codes)  # an alphabetical order would tell
    assert all(code in slide(text, "who") for code in codes)
    assert len(report.left_out) == 2


@pytest.mark.seconds
def test_first_names_are_enough_on_the_wall():
    """Two of one name are told apart; whole names are there only if asked for."""
    a_class()
    html = page(names="first").page
    assert re.findall(r"<b><bdi>(.*?)</bdi>", slide(html, "who")) == [
        "Balthazar",
        "Zéphirine Q. 1",
        "Zéphirine Q. 2",
    ]
    assert "Balthazar Vingtdeux" in page().page
    with pytest.raises(RulesError, match=r"names='nick'.*whole, first, codes"):
        page(names="nick")


def everything(report):
    """All that a report shows, in any way."""
    frames = (report.pupils, report.summary, report.left_out, report.regret)
    tables = [frame.to_json(force_ascii=False) for frame in frames]
    return "\n".join([report.page, str(report), repr(report), report._repr_html_(), *tables])


@pytest.mark.seconds
@pytest.mark.parametrize("names", ["first", "codes"])
def test_a_name_that_isnt_shown_is_nowhere(names):
    """Two files of one name, copies, folders of a platform, files that aren't counted, answers."""
    whole = ["Balthazar Vingtdeux", "QUATRESOUS Zéphirine", "de la Trémaille Zéphirine"]
    for number, name in enumerate([*whole, whole[0], whole[0]]):
        table = played(name if number % 2 else "Zéphirine", worst={5 + number}, seed=number % 4)
        table.answer("Vingtdeux’s sheet", "Quatresous?", f"{name.upper()} says so", by=name)
        hand_in(table, name)
    files = sorted(FOLDER.iterdir())
    pupil = FOLDER / "Vingtdeux Balthazar_12345_assignsubmission_file"
    pupil.mkdir()
    for at, data in enumerate([b"x", files[0].read_bytes(), files[1].read_bytes()[:-300]]):
        (pupil / f"Quatresous{at}.jsonl").write_bytes(data)
    with zipfile.ZipFile(FOLDER / "Trémaille.zip", "w") as file:
        file.write(files[2], "La Trémaille_1/Trémaille.jsonl.txt")
        file.writestr("La Trémaille_1/Trémaille.pdf", b"%PDF")
    report = page(names=names)
    text = everything(report)
    for word in ["Vingtdeux", "Quatresous", "Trémaille"]:
        for spelt in (word, json.dumps(word).strip('"'), json.dumps(word.upper()).strip('"')):
            assert re.findall(f".{{60}}{re.escape(spelt)}", text, re.IGNORECASE) == []
    assert len(report.left_out) == 5
    assert ("Zéphirine" in text) == (names == "first")
    several = re.search(r"Several files under one name.*?</p>", report.page)[0]
    assert re.findall("<bdi>(.*?)</bdi>", several) == [
        "Balthazar" if names == "first" else report.pupils["code"][report.pupils["games"].argmax()]
    ]


# Games, pupils and rounds behind a figure


@pytest.mark.parametrize("lang", ["en", "fr"])
def test_every_figure_says_what_is_behind_it_and_what_isnt(lang):
    """Files with their reasons, unfinished rounds, predictions without an outcome."""
    hand_in(played("Ana"), "Ana")
    table = played("Bo")
    table.next_round()
    table.act("flip a1")
    table.predict("win", 0.5, by="Bo")
    file = hand_in(table, "Bo")
    for name, data in {
        "cut.jsonl": file.read_bytes().rsplit(b"\n", 3)[0],
        "half.jsonl": file.read_bytes()[:-9],
        "x.txt": b"x",
    }.items():
        (FOLDER / name).write_bytes(data)
    report = page(lang=lang)
    shown = re.sub("</?span[^>]*>", "", report.page.replace("\xa0", " "))
    says = {
        "en": "Games: 2; pupils: 2; finished rounds: 2. Unfinished rounds, not counted: 1. "
        "Files not counted: 3 (not whole: 2; not a hand-in file: 1).",
        "fr": "Parties : 2 ; élèves : 2 ; manches finies : 2. Manches inachevées, non comptées : "
        "1. Fichiers non comptés : 3 (pas entier : 2 ; pas un fichier rendu : 1).",
    }
    sections = re.findall(r"<section.*?</section>", shown, re.DOTALL)
    figures = [one for one in sections if "<table" in one or "<svg" in one or "data-slide" in one]
    assert len(figures) > 5
    for one in figures[:-1]:
        assert says[lang] in one
    assert "x.txt" in figures[-1]  # the list itself
    unfinished = {"en": "not finished: 1", "fr": "inachevées : 1"}
    assert shown.count(f"<small>{unfinished[lang]}</small>") == 3  # two games, a round
    outcome = {"en": "known outcome, not counted: 1 of 1", "fr": "connu, non comptées : 1 sur 1"}
    assert outcome[lang] in slide(shown, "calibration")
    assert set(report.summary["of"]) == {2}


def test_nothing_is_said_of_what_is_all_counted():
    """Else the sentence would be on each page."""
    hand_in(played("Ana"), "Ana")
    assert not re.search(r"not counted: \d", page().page)


# Copies


def a_copy(path, name, *, older=False):
    """A copy of a file, written an hour later or earlier."""
    copy = path.with_name(name)
    copy.write_bytes(path.read_bytes())
    at = path.stat().st_mtime_ns + (-1 if older else 1) * 3_600_000_000_000
    os.utime(copy, ns=(at, at))
    return copy


def test_of_copies_the_one_that_was_there_first_counts():
    """By the time at which they were written; the others are listed as copies."""
    original = hand_in(played(), "Ana")
    later = a_copy(original, "a (1).jsonl")
    kept, left_out = collect(FOLDER)
    assert [one.path for one in kept] == [original]
    assert left_out == [(later.name, "copy", original.name)]
    first = a_copy(original, "b.jsonl", older=True)
    assert [one.path for one in collect(FOLDER)[0]] == [first]
    assert f"a copy of {first.name}, which was here first" in page().page


def test_of_copies_of_one_time_the_name_decides():
    """An archive keeps times: handing in gives names that end with the game."""
    original = hand_in(played(), "Ana")
    copy = a_copy(original, "Ana.jsonl")
    about = original.stat()
    os.utime(copy, ns=(about.st_atime_ns, about.st_mtime_ns))
    assert [one.path for one in collect(FOLDER)[0]] == [original]


def test_a_borrowed_game_is_its_players():
    """Whoever hands in another's record under their own name, even if they have played on."""
    table = play("skyjo", ["Ana", "bot:random"], seed=1, record="ana.jsonl", display=False)
    table.act("flip a1")
    ana = hand_in(table, "Ana Dupont")
    table.close()
    Path("bo.jsonl").write_bytes(Path("ana.jsonl").read_bytes())
    other = load("bo.jsonl", display=False)
    other.act("flip b1")
    bo = hand_in(other, "Bo")
    kept, left_out = collect(FOLDER)
    assert [one.path for one in kept] == [ana]
    assert left_out == [(bo.name, "borrowed", ana.name)]


def test_the_same_game_handed_in_later_is_said_to_be_so(monkeypatch):
    """With the same events; each file states when it was made."""
    table = played()
    times = iter(["2026-11-22T10:00:00.000Z", "2026-11-22T09:00:00.000Z"])
    real = record_file.timestamp
    monkeypatch.setattr(record_file, "timestamp", lambda: next(times, real()))
    late, early = hand_in(table, "Ana"), hand_in(table, "Ana")
    assert collect(FOLDER)[1] == [(late.name, "later", early.name)]


# Arriving


def test_a_file_that_arrives_in_pieces_counts_when_it_is_whole():
    """Cut anywhere, also at the end of a line; what it lacks is said."""
    whole = hand_in(played(), "Ana").read_bytes()
    (path,) = FOLDER.iterdir()
    cuts = [m.end() for m in re.finditer(b"\n", whole)][:-1]
    chance = random.Random(1)
    for cut in [*chance.sample(cuts, 6), *(chance.randrange(200, len(whole)) for _ in range(6))]:
        path.write_bytes(whole[:cut])
        kept, left_out = collect(FOLDER)
        assert kept == []
        assert left_out[0].reason in ("incomplete", "damaged", "no record")
    path.write_bytes(whole)
    assert len(collect(FOLDER)[0]) == 1


@pytest.mark.seconds
def test_a_folder_is_followed_until_ctrl_c(monkeypatch):
    """A page at once, one for each change, and one at the end that doesn't follow any more."""
    made, at = [], {"look": 0}
    tables = {1: "Ana", 4: "Bo"}

    def sleep(_seconds):
        made.append(Path("class.html").read_text("utf-8"))
        at["look"] += 1
        if name := tables.get(at["look"]):
            hand_in(played(name), name)
        if at["look"] == 8:
            raise KeyboardInterrupt

    FOLDER.mkdir()
    monkeypatch.setattr(class_watch.time, "sleep", sleep)
    report = page(live=True)
    counts = [len(re.findall(r"<li><b><bdi>", html)) for html in made]
    assert counts == sorted(counts)
    assert counts[0] == 0
    assert ["still arriving" in html for html in made[:3]] == [False, True, False]  # seen once
    assert counts[1:3] == [0, 1]
    assert counts[-1] == 2
    assert all('http-equiv="refresh"' in html and '"live":true' in html for html in made)
    assert report.pupils["pupil"].tolist() == ["Ana", "Bo"]
    assert 'http-equiv="refresh"' not in report.path.read_text("utf-8")
    assert '"live":false' in report.path.read_text("utf-8")


def test_a_page_isnt_made_again_for_nothing(monkeypatch):
    """Nor is a file read again that hasn't changed."""
    path = hand_in(played(), "Ana")
    watch = Watch(FOLDER)
    assert watch.look()
    assert path in watch.arriving
    assert watch.look()  # now it is whole
    assert not watch.arriving
    assert not watch.look()
    collect(FOLDER, read_files=watch.read_files)
    monkeypatch.setattr(record_file, "read", lambda *_args, **_options: pytest.fail("read again"))
    assert len(collect(FOLDER, read_files=watch.read_files)[0]) == 1
    path.unlink()
    assert watch.look()


# The wall


def test_drawn_cards_are_counted_against_the_decks_law():
    """By hand; a card of a deal counts once, however many have drawn it."""
    tables = [played("Ana"), played("Bo"), played("Cy", seed=5)]
    found = class_draws([table.history for table in tables])
    cards, draws = {}, 0
    for table in tables:
        rows = table.log.decisions.query("action == 'draw' and kind == 'person'")
        draws += len(rows)
        for row in rows.to_dict("records"):
            cards[table.history.header["seed"], row["draw_pile_size"]] = row["card_in"]
    assert found.draws == draws
    assert found.cards == len(cards) < draws
    assert found.deals == 2
    assert all(found.counts[n] == [*cards.values()].count(n) for n in range(-2, 13))
    assert found.law[-2] == Fraction(5, 150)
    assert found.law[0] == Fraction(15, 150)
    assert sum(found.law.values()) == 1
    assert found.expectation == Fraction(760, 150)


def test_decks_that_have_no_law_show_none():
    """Wild cards have no number; and two different decks have no common law."""
    table = play("skip-bo", ["Ana", "bot:random"], seed=1, **QUIET)
    assert class_draws([table.history]) is None
    deck = Deck.from_counts([(number, 10) for number in range(15)])
    assert class_draws([played(deck=deck).history]) is not None
    assert class_draws([played(deck=deck).history, played().history]) is None


def test_a_round_that_goes_on_gives_no_draws_and_no_decisions():
    """Its cards are another pupil's hidden ones."""
    table = play("skyjo", ["Ana", "bot:greedy"], seed=SEED, **QUIET)
    for _ in range(12):
        table.run()
        table.act(choose(table, worst=True))
    history = table.history
    assert any(row.action == "draw" for row in history.decisions)
    assert class_draws([history]) is None
    assert instructive_decisions([history], regret([history], progress=False)) == []


def test_the_dearest_decisions_are_one_a_game():
    """The dearest first; set-ups don't count, and what cost nothing isn't shown."""
    tables = [played("Ana", worst={6, 8, 11}), played("Bo", worst={7}), played("Cy")]
    histories = [table.history for table in tables]
    costs = regret(histories, progress=False)
    found = [one for one in instructive_decisions(histories, costs) if not one.chosen]
    assert [one.row.player for one in found] in (["Ana", "Bo"], ["Bo", "Ana"], ["Ana"], ["Bo"])
    assert found == sorted(found, key=lambda one: -one.cost)
    for one in found:
        rows = costs[(costs["game_id"] == one.history.header["game_id"])]
        assert one.cost == rows.query("phase != 'setup'")["cost"].max()


def test_where_a_class_disagreed_the_counts_are_shown():
    """Three at one position, of whom one chose otherwise."""
    tables = [played("Ana"), played("Bo"), played("Cy", worst={2})]
    histories = [table.history for table in tables]
    (found,) = [
        one
        for one in instructive_decisions(histories, regret(histories, progress=False))
        if one.chosen
    ]
    assert sorted(count for _, count in found.chosen) == [1, 2]
    assert found.row.player == "Cy"


def test_a_replay_shows_what_its_seat_saw():
    """Of the one round; nobody's name but the given one, and no note."""
    table = play("skyjo", ["Zéphirine", "Balthazar"], seed=1, **QUIET)
    while table.waiting == "person":
        table.act(choose(table, worst=table.seat == 0))
        table.note("secret", by="Zéphirine")
    histories = [table.history]
    one = instructive_decisions(histories, regret(histories, progress=False))[0]
    data = json.dumps(replay_data(one, "k7m3q", "en"), ensure_ascii=False)
    assert "k7m3q" in data
    for private in ("Zéphirine", "Balthazar", "secret"):
        assert private not in data
    first = replay_data(one, "k7m3q", "en")["first"]["view"]
    assert not any("under" in seat for seat in first["seats"])


@pytest.mark.seconds
def test_what_nobody_saw_changes_no_byte_of_the_page(monkeypatch, no_clocks_or_ids):
    """A game that goes on: hidden cards permuted, and the page is the same."""

    def run(orders=()):
        session, _ = game(monkeypatch, ["Ana", "bot:greedy"], orders, deals=3)
        choices = random.Random(1)
        for _ in range(40):
            advance(session, choices)
        history = session.history
        one = HandIn(Path("a.jsonl"), history, "Ana", "k7m3q", "2026-11-22T10:00:00.000Z", "", 0)
        costs = regret([history], progress=False)
        report = ClassReport(Path("class.html"), [one], [], costs, lang="en", worlds=0)
        report._made_at = datetime.datetime(2026, 11, 22, 10)
        return session, report.page

    first, html = run()
    orders, changed = permuted(first, 2)
    assert changed > 20
    assert run(orders)[1] == html


# Dates and sizes


def test_dates_are_in_the_pages_language():
    """With the month in letters, and the first of a month as French has it."""
    day = datetime.date(2026, 11, 22)
    assert format_date(day, "en") == "22 November 2026"
    assert format_date(day, "fr") == "22 novembre 2026"
    assert format_date(datetime.date(2026, 5, 1), "fr") == "1er mai 2026"
    now = datetime.datetime(2026, 11, 22, 9, 5)
    assert class_html.made_on(now, "fr") == "établi le 22 novembre 2026 à 9\u00a0h\u00a005"
    assert class_html.made_on(now, "en") == "made on 22 November 2026 at 9:05"
    hand_in(played(), "Ana")
    assert f"made on {format_date(datetime.date.today(), 'en')} at " in page().page


@pytest.mark.seconds
def test_a_page_holds_few_replays_however_many_pupils():
    """Of single rounds: the page of any class stays below three megabytes."""
    for number in range(10):
        hand_in(played(worst={6 + number % 3, 9, 12}, seed=number), f"Pupil {number}")
    data = json.loads(page().page.split('id="data">')[1].split("</script>")[0])
    assert DEAREST <= len(data["replays"]) <= DEAREST + DISPUTED
    largest = max(len(json.dumps(one)) for one in data["replays"])
    assert len(data["module"]) + (DEAREST + DISPUTED) * largest < 2_500_000
