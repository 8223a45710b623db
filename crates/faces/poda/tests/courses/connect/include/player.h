#ifndef PLAYER_H
#define PLAYER_H

#include "environment.h"

class Player {
public:
    Player(int jug);
    Environment::ActionType Think();
    void Perceive(const Environment &env);
    // Declared and never written, as it happens.
    double Poda_AlfaBeta(Environment &estado, int profundidad, double alfa, double beta);

private:
    int wild(const Environment &board);

    int jugador_;
    Environment actual_;
};

#endif
