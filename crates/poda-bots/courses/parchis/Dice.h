#ifndef PODA_DICE_H
#define PODA_DICE_H

#include "Attributes.h"

#endif
