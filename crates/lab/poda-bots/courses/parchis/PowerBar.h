// What it had in the simulator is in Board.h. Written for Poda.
#ifndef PODA_POWER_BAR_H
#define PODA_POWER_BAR_H

#include "Board.h"

#endif
