"""States as numpy arrays."""

import numpy
import pytest

import poda
from test_states import SPECS, walk


@pytest.mark.parametrize("spec", SPECS)
def test_boards_and_planes_have_the_shape_of_the_game(spec):
    game = poda.game(spec)
    boards = set()
    for state in walk(spec, 5, 30):
        board, planes = state.board, state.planes()
        assert board.dtype == numpy.int8 and board.shape == game.shape and not board.flags.writeable
        assert planes.dtype == numpy.uint8 and len(planes) == len(game.planes) and not planes.flags.writeable
        assert numpy.array_equal(planes, state.planes(state.side))
        assert [state.move_of(action) for action in state.actions] == state.legal
        assert all(0 <= action < game.actions for action in state.actions)
        boards.add(board.tobytes())
    assert len(boards) > 2


def test_stones_are_the_numbers_of_their_players():
    board = poda.game("connect4").play("4435").board
    assert board.shape == (6, 7)
    assert board[5].tolist() == [0, 0, 1, 1, 2, 0, 0] and board[4, 3] == 2 and not board[:4].any()


def test_the_heuristic_of_the_manual():
    def mine(state, side):
        return float((state.board == side).sum())

    state = poda.game("boom").play("44")
    found = poda.alphabeta(depth=4, eval=mine).search(state)
    assert found.move in state.legal and found.score > 0


def test_what_is_no_action_is_refused():
    state = poda.game("connect4").play("444444")
    with pytest.raises(poda.MoveError, match="action 3"):
        state.move_of(3)
    with pytest.raises(poda.SpecError):
        state.planes(3)
