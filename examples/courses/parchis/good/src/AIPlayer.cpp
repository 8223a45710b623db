// Alpha-beta to depth 2. With id 0 it counts safe pieces and pieces on goal, otherwise it counts steps.
#include "AIPlayer.h"
#include "Parchis.h"

bool AIPlayer::move() {
    color c_piece;
    int id_piece, dice;
    think(c_piece, id_piece, dice);
    actual->movePiece(c_piece, id_piece, dice);
    return true;
}

double AIPlayer::value(const Parchis &state) const {
    if (state.gameOver()) {
        return state.getWinner() == jugador ? 1e6 : -1e6;
    }
    double sum = 0;
    for (int player = 0; player < 2; player++) {
        const int sign = player == jugador ? 1 : -1;
        for (color c : state.getPlayerColors(player)) {
            for (int i = 0; i < 3; i++) {
                const Box box = state.getBoard().getPiece(c, i).get_box();
                if (id == 0) {
                    sum += sign * (state.isSafePiece(c, i) ? 1 : box.type == goal ? 5 : 0);
                } else {
                    sum -= sign * state.distanceToGoal(c, i);
                }
            }
        }
    }
    return sum;
}

double AIPlayer::search(const Parchis &state, int depth, double alpha, double beta, color &c_piece, int &id_piece, int &dice) const {
    if (depth == 0 || state.gameOver()) {
        return value(state);
    }
    const bool mine = state.getCurrentPlayerId() == jugador;
    color c;
    int piece, die;
    bool chosen = false;
    ParchisBros children = state.getChildren();
    for (ParchisBros::Iterator it = children.begin(); it != children.end() && alpha < beta; ++it) {
        const double found = search(*it, depth - 1, alpha, beta, c, piece, die);
        if (!chosen || (mine ? found > alpha : found < beta)) {
            c_piece = it.getMovedColor();
            id_piece = it.getMovedPieceId();
            dice = it.getMovedDiceValue();
            chosen = true;
        }
        if (mine) {
            alpha = max(alpha, found);
        } else {
            beta = min(beta, found);
        }
    }
    return mine ? alpha : beta;
}

void AIPlayer::think(color &c_piece, int &id_piece, int &dice) const {
    const double found = search(*actual, 2, -1e9, 1e9, c_piece, id_piece, dice);
    cout << "value " << found << ", " << str(c_piece) << " " << id_piece << " " << dice << endl;
}
