// Prints before it is asked, prints a lot when it is, and takes a die and then a piece as the handout's first example does.
#include "AIPlayer.h"
#include "Parchis.h"

struct Greeting {
    Greeting() { cout << "skip:6\nhello" << endl; }
} greeting;

bool AIPlayer::move() {
    color c_piece;
    int id_piece, dice;
    think(c_piece, id_piece, dice);
    actual->movePiece(c_piece, id_piece, dice);
    return true;
}

void AIPlayer::think(color &c_piece, int &id_piece, int &dice) const {
    const int player = actual->getCurrentPlayerId();
    for (int i = 0; i < 500; i++) {
        cout << "thinking " << i << endl;
    }
    for (int die : actual->getAllAvailableDices(player)) {
        dice = die;
        const vector<tuple<color, int>> pieces = actual->getAvailablePieces(player, die);
        if (!pieces.empty()) {
            c_piece = get<0>(pieces[0]);
            id_piece = get<1>(pieces[0]);
            return;
        }
    }
    id_piece = SKIP_TURN;
    c_piece = actual->getCurrentColor();
}
