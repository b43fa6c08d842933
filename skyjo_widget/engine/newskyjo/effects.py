"""The effects of NewSkyjo.

They and the French sentences (`Effect.words`, word for word) are Clémentine Plissonnier's.
"""

from __future__ import annotations

from skyjo_widget.engine.cards.effects import Effect, Landing, Pick


def _only(corner: Landing, en: str, fr: str) -> Effect:
    return Effect(
        key=f"only-{corner.replace(' ', '-')}",
        lands=corner,
        words={
            "en": f"You may only place this card at the {en} of your grid",
            "fr": f"Tu peux uniquement placer cette carte {fr} de ton jeu",
        },
    )


_ALL = (
    Effect(
        key="right-neighbour-swap",
        chooser="right neighbour",
        may_decline=True,
        first=Pick("own"),
        second=Pick("player"),
        words={
            "en": "Let the person on your right exchange one of their cards with one of yours, "
            "then place this card",
            "fr": "Laisse la personne à ta droite échanger une de ses cartes avec une des tiennes, "
            "puis pose cette carte sur ton jeu",
        },
    ),
    _only("top left", "top left", "en haut à gauche"),
    _only("top right", "top right", "en haut à droite"),
    _only("bottom left", "bottom left", "en bas à gauche"),
    _only("bottom right", "bottom right", "en bas à droite"),
    Effect(
        key="next-plays-twice",
        next_twice=1,
        words={
            "en": "The person who plays after you plays twice",
            "fr": "La personne qui joue après toi joue deux fois",
        },
    ),
    Effect(
        key="next-skips",
        next_skips=1,
        words={
            "en": "The person who plays after you misses a turn",
            "fr": "La personne qui joue après toi passe son tour",
        },
    ),
    Effect(
        key="next-takes-discard",
        next_takes_discard=True,
        words={
            "en": "The person who plays after you must use the top card of the discard pile",
            "fr": "La personne qui joue après toi doit utiliser la dernière carte de la défausse",
        },
    ),
    Effect(
        key="reverse",
        reverse=True,
        words={
            "en": "The direction of play is reversed",
            "fr": "Le sens de rotation entre les joueurs est inversé",
        },
    ),
    Effect(
        key="lowest-to-discard",
        first=Pick("own", "lowest"),
        second=Pick("discard pile"),
        words={
            "en": "Swap your lowest card with the top card of the discard pile, "
            "then place this card",
            "fr": "Echange ta carte la plus basse avec la dernière carte de la défausse, "
            "puis place cette carte sur ton jeu",
        },
    ),
    Effect(
        key="swap-own-two",
        first=Pick("own"),
        second=Pick("own"),
        words={
            "en": "Swap the places of two of your cards",
            "fr": "Inverse la position de deux de tes cartes",
        },
    ),
    Effect(
        key="peek-three",
        peek=3,
        words={
            "en": "Look at the next 3 cards of the draw pile and put them back in any order",
            "fr": "Regarde les 3 prochaines cartes de la pioche et réorganise-les comme tu veux",
        },
    ),
    Effect(
        key="two-actions",
        extra_actions=1,
        words={
            "en": "Turn or exchange two cards instead of one this turn",
            "fr": "Découvre ou échange deux cartes au lieu d'une à ce tour",
        },
    ),
    Effect(
        key="swap-two-others",
        first=Pick("others"),
        second=Pick("others"),
        words={
            "en": "Swap two cards of other players with each other",
            "fr": "Echange entre elles deux cartes d'autres joueureuses",
        },
    ),
    Effect(
        key="swap-with-another",
        first=Pick("own"),
        second=Pick("others"),
        words={
            "en": "Swap one of your cards with somebody else's, then place this card",
            "fr": "Echange une de tes cartes avec celle de quelqu'un d'autre, "
            "puis place cette carte sur ton jeu",
        },
    ),
)

NEWSKYJO_EFFECTS: dict[str, Effect] = {effect.key: effect for effect in _ALL}
"""The fifteen effects of NewSkyjo, by key."""
