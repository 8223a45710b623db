// Alpha-beta to depth 5. It includes no more than the practical's own headers, as real players do.
#include "player.h"
#include "environment.h"

using namespace std;

const double WIN = 99999999.0;

Player::Player(int jug) { jugador_ = jug; }

void Player::Perceive(const Environment &env) { actual_ = env; }

double Player::value(const Environment &board) const {
    const int winner = board.RevisarTablero();
    if (winner != 0) {
        return winner == jugador_ ? WIN : -WIN;
    }
    double sum = 0;
    for (int row = 0; row < 7; row++) {
        for (int col = 0; col < 7; col++) {
            const int piece = board.See_Casilla(row, col);
            if (piece == jugador_ || piece == jugador_ + 3) {
                sum += 3 - abs(col - 3);
            } else if (piece != 0) {
                sum -= 3 - abs(col - 3);
            }
        }
    }
    return sum;
}

double Player::search(const Environment &board, int depth, double alpha, double beta, Environment::ActionType &action) const {
    if (depth == 0 || board.JuegoTerminado()) {
        return value(board) * (depth + 1);
    }
    const bool mine = board.JugadorActivo() == jugador_;
    Environment::ActionType ignored;
    int last = -1;
    bool chosen = false;
    Environment child = board.GenerateNextMove(last);
    while (!(child == board)) {
        const double found = search(child, depth - 1, alpha, beta, ignored);
        // The first one is taken whatever it is worth: where every move loses, one has to be played.
        if (!chosen || (mine ? found > alpha : found < beta)) {
            action = static_cast<Environment::ActionType>(last);
            chosen = true;
        }
        if (mine) {
            alpha = max(alpha, found);
        } else {
            beta = min(beta, found);
        }
        if (alpha >= beta) {
            break;
        }
        child = board.GenerateNextMove(last);
    }
    return mine ? alpha : beta;
}

Environment::ActionType Player::Think() {
    Environment::ActionType action = Environment::PUT1;
    const double found = search(actual_, 5, -1e12, 1e12, action);
    cout << "value " << found << ", action " << actual_.ActionStr(action) << endl;
    return action;
}
