// The player's class where a folder has none: what the handout declares.
#ifndef PODA_PLAYER_H
#define PODA_PLAYER_H

#include "environment.h"

class Player {
public:
    Player(int jug);
    Environment::ActionType Think();
    void Perceive(const Environment &env);

private:
    int jugador_;
    Environment actual_;
};

#endif
