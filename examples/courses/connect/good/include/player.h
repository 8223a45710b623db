#ifndef PLAYER_H
#define PLAYER_H

#include "environment.h"

// A player of Conecta-4 BOOM, Crush or Desconecta in the form of the courses of Granada.
class Player {
public:
    Player(int jug);
    Environment::ActionType Think();
    void Perceive(const Environment &env);

private:
    double search(const Environment &board, int depth, double alpha, double beta, Environment::ActionType &action) const;
    double value(const Environment &board) const;

    int jugador_;
    Environment actual_;
};

#endif
