"""Ten questions to the log of a class that has played on phones."""

from __future__ import annotations

from skyjo_widget import insights, regret


def test_each_moment_of_a_class_opens_by_one_click(place, tmp_path):
    """The rows beside the board open the games of all tables, each at its decision."""
    hall = place.played_class(tmp_path / "class", "Ana", "Bo", "Cy", "Di")
    answers = insights(hall.log, progress=False)
    moments = answers.moments.dropna(subset=["decision"]).reset_index(drop=True)
    assert moments["game_id"].nunique() == 2
    board = answers.board(display=False)
    (rows,) = board._beside
    assert rows.table["count"] == len(moments)
    assert all(rows.table["known"])
    for row, moment in moments.iterrows():
        click = {"type": "show", "decision": int(moment["decision"]), "row": row}
        rows._receive(rows, click, None)
        assert (board.game_id, board.decision) == (moment["game_id"], moment["decision"])
    costs = regret(hall.log, progress=False)
    assert set(costs["player"]) == {"Ana", "Bo", "Cy", "Di"}
    dearest = answers["regret"].moments.iloc[0]
    assert dearest["value"] == costs["cost"].max()
