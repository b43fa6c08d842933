"""One object of each public class, as a notebook would show it."""

from __future__ import annotations

from skyjo_widget import (
    GAMES,
    NEWSKYJO_DECK,
    NEWSKYJO_PRESETS,
    SKIPBO_DECK,
    SKYJO_DECK,
    SKYJO_PRESETS,
    Deck,
    Effect,
    NewSkyjoRules,
    Pick,
    RuleTable,
    SkipBoRules,
    SkyjoRules,
    Version,
    calibration,
    chances,
    class_page,
    compare,
    measure,
    play,
    simulate,
    tournament,
    verify,
    versus,
    weigh,
)


def table(game="skyjo", players=("Ana", "bot:greedy", "bot:random"), decisions=30, **options):
    """A table in memory, some decisions on."""
    session = play(game, list(players), seed=3, record=False, display=False, **options)
    for _ in range(decisions):
        if session.seat is None:
            break
        session.act(session.legal[0]) if session.waiting == "person" else session.step()
    while session.waiting == "bot":
        session.step()
    return session


def faces(folder, name="Ana"):
    """Objects by what they show; `name` is what everything is called that has a name."""
    session = table(players=(name, "bot:greedy", "bot:random"))
    prediction = session.predict("draw at most 4", 0.5, by=name)
    session.note(name, tags=["fun"], by=name)
    session.ruling(name, question=name, by=name)
    session.form(fun=4, text=name, by=name)
    newskyjo, skipbo = table("newskyjo"), table("skip-bo")
    effect = Effect(
        key="own-effect", first=Pick("own"), second=Pick("others", "visible"), words={"en": name}
    )
    deck = Deck.from_counts([(5, 30, effect), (6, 60), (7, 10)])
    run = simulate("skyjo", ["greedy", "random"], games=4, seed=1, decisions=True, progress=False)
    versions = {
        "games": 4,
        "seed": 1,
        "players": ["greedy", "random"],
        "names": (name[:20], "B"),
        "progress": False,
    }
    h = session.history
    return {
        "Deck": SKYJO_DECK,
        "Deck of NewSkyjo": NEWSKYJO_DECK,
        "Deck of Skip-Bo": SKIPBO_DECK,
        "Deck with an own effect": deck,
        "DeckDiff": SKYJO_DECK.diff(deck),
        "Kind": deck.kinds[0],
        "Effect": effect,
        "Pick": Pick("others", "visible"),
        "SkyjoRules": SkyjoRules(turned=3, clear_at_reveal=False),
        "NewSkyjoRules": NewSkyjoRules(),
        "SkipBoRules": SkipBoRules(short=True),
        "Presets": SKYJO_PRESETS,
        "Presets of NewSkyjo": NEWSKYJO_PRESETS,
        "Games": GAMES,
        "Session": session,
        "History": h,
        "Card": session.observation(0).discard_top,
        "Observation": session.observation(0),
        "Observation of NewSkyjo": newskyjo.observation(0),
        "Observation of Skip-Bo": skipbo.observation(0),
        "SkyjoOdds": session.odds(),
        "NewSkyjoOdds": newskyjo.odds(0),
        "SkipBoOdds": skipbo.odds(0),
        "Unseen": session.odds().unseen,
        "Advice": session.advice(worlds=8),
        "Advice in Skip-Bo": skipbo.advice(worlds=4),
        "Outlook": session.what_if(games=4),
        "Prediction": prediction,
        "Note": h.notes[0],
        "Ruling": h.rulings[0],
        "Form": h.forms[0],
        "Log": session.log,
        "Simulation": run,
        "Tournament": tournament(
            ["greedy", "random", "threshold(5)"], games=4, seed=1, progress=False
        ),
        "Comparison": compare("greedy", "random", games=24, seed=1, progress=False),
        "Measures": measure(run),
        "Version": Version("newskyjo", deck=deck, turned=3),
        "Versus": versus("skyjo", Version("skyjo", turned=3), **versions),
        "Chances": chances(run, worlds=24, sample=1, progress=False),
        "Weighed": weigh(run, worlds=4, sample=2, progress=False),
        "Calibration": calibration(session.log.predictions),
        "RuleTable": RuleTable.example(),
        "Verification": verify(session.save_as(folder / "table.jsonl")),
        "ClassReport": class_page(folder, folder / "class.html", progress=False),
    }
