// Does not compile: the game has no such function.
#include "AIPlayer.h"
#include "Parchis.h"

bool AIPlayer::move() {
    color c_piece;
    int id_piece, dice;
    think(c_piece, id_piece, dice);
    actual->movePiece(c_piece, id_piece, dice);
    return true;
}

void AIPlayer::think(color &c_piece, int &id_piece, int &dice) const {
    actual->mejorJugada(c_piece, id_piece, dice);
}
