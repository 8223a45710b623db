// There are no windows here. Written for Poda.
#ifndef PODA_GUI_PLAYER_H
#define PODA_GUI_PLAYER_H

#include "Player.h"

#endif
