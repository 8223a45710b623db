// What it had in the simulator is in Board.h. Written for Poda.
#ifndef PODA_PIECE_H
#define PODA_PIECE_H

#include "Board.h"

#endif
