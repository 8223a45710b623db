// Asks for everything that the players of the course ask for, in the ways in which they do it. The simulator's own files are not
// beside it, and are named by paths all the same.
#include "../include/AIPlayer.h"
#include "../include/Parchis.h"
#include "BoardTrap.h"
#include "GUIPlayer.h"
#include "Piece.h"
#include "PowerBar.h"
#include <stdexcept>

bool AIPlayer::move() {
    color c_piece;
    int id_piece, dice;
    think(c_piece, id_piece, dice);
    actual->movePiece(c_piece, id_piece, dice);
    return true;
}

double AIPlayer::value(const Parchis &state, int player) {
    const int rival = (player + 1) % 2;
    if (state.gameOver()) {
        return state.getWinner() == player ? 1e9 : -1e9;
    }
    double sum = state.isEatingMove() + state.isGoalMove() + state.goalBounce() + state.itemAcquired();
    // The begin of one answer and the end of another one.
    if (find(state.getSpecialDices(player).begin(), state.getSpecialDices(player).end(), bullet) != state.getSpecialDices(player).end()) {
        sum += 4;
    }
    for (int die : state.getAllAvailableDices(rival)) {
        sum -= state.isSpecialDice(die) ? 2 : die / 10.0;
    }
    for (color c : state.game_colors) {
        const bool own = find(state.getPlayerColors(player).begin(), state.getPlayerColors(player).end(), c) == state.getPlayerColors(player).end();
        for (int id = 0; id < 3; id++) {
            auto piece = state.getBoard().getPiece(c, id);
            auto box = piece.get_box();
            const Box next = state.nextBox(piece), special = state.computeSpecialMove(piece, mushroom);
            sum += (own ? 1 : -1) * (74 - state.distanceToGoal(c, id) + state.isSafePiece(c, id) + state.isSafeBox(box));
            sum += (state.isWall(box) == c) + (state.isMegaWall(box) == c) + state.boxState(box).size() + (next < special);
            sum += state.anyWall(box, next).size() + state.anyTrap(box, next).size() + state.allPiecesBetween(box, special).size();
            sum += state.distanceBoxtoBox(c, id, opponent_color(c), id) > 0 ? 1 : 0;
            sum += piece == Piece(c, box) ? 0.5 : 0;
        }
        sum += state.piecesAtGoal(c) - state.piecesAtHome(c) - state.getBounces(c);
    }
    const pair<color, int> eaten = state.eatenPiece();
    const tuple<color, int, int> last = state.getLastAction();
    sum += eaten.first == partner_color(get<0>(last)) ? 1 : 0;
    sum += state.piecesDestroyedLastMove().size() + (state.getItemAcquired() == not_an_item) + state.getLastMoves().size();
    // The last move takes the piece that moved, first of all; after a pass there is none, and nobody looks.
    volatile int cell = get<3>(state.getLastMoves().back()).num;
    static_cast<void>(cell);
    int ways = 0;
    for (auto way = state.getLastMoves().begin(); way != state.getLastMoves().end(); ++way) {
        ways++;
    }
    const bool walked = get<1>(last) != SKIP_TURN && state.isNormalDice(get<2>(last));
    if (walked && (ways == 0 || get<0>(state.getLastMoves().front()) != get<0>(last) || get<1>(state.getLastMoves()[0]) != get<1>(last))) {
        throw std::runtime_error("the way of the last piece is missing");
    }
    return sum + state.getPower(player) - state.getPowerBar(rival).getPower() + (state.getLastDice() == 6);
}

void AIPlayer::think(color &c_piece, int &id_piece, int &dice) const {
    double best = -1e18;
    // Only the first board of a game comes from nowhere.
    if (asked++ > 0 && actual->getTurn() > 1 && get<2>(actual->getLastAction()) < 0) {
        throw std::runtime_error("the last action is not known");
    }
    cout << str(actual->getCurrentColor()) << " " << getName() << " " << getJugador() << " " << colors.size() << endl;
    ParchisBros children = actual->getChildren();
    for (auto it = children.begin(); it != children.end(); ++it) {
        const double found = value(*it, jugador);
        if (found > best) {
            best = found;
            tie(c_piece, id_piece, dice) = (*it).getLastAction();
        }
    }
}
