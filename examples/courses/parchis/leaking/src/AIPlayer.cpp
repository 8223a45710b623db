// Takes 200 MB for every move and never gives them back. With ?fresh=move it plays all the same.
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
    for (int i = 0; i < 200; i++) {
        char *lost = new char[1 << 20];
        fill(lost, lost + (1 << 20), i);
    }
    ParchisBros children = actual->getChildren();
    c_piece = children.begin().getMovedColor();
    id_piece = children.begin().getMovedPieceId();
    dice = children.begin().getMovedDiceValue();
}
