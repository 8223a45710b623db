// What it had in the simulator is in Board.h. Written for Poda.
#ifndef PODA_BOARD_TRAP_H
#define PODA_BOARD_TRAP_H

#include "Board.h"

#endif
