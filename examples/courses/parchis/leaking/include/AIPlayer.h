#ifndef AI_PLAYER_H
#define AI_PLAYER_H

#include "Attributes.h"
#include "Player.h"

// A player of Parchís in the form of the courses of Granada.
class AIPlayer : public Player {
protected:
    const int id;

public:
    AIPlayer(const string &name) : Player(name), id(1) {}
    AIPlayer(const string &name, const int id) : Player(name), id(id) {}

    virtual void perceive(Parchis &p) { Player::perceive(p); }
    virtual bool move();
    virtual void think(color &c_piece, int &id_piece, int &dice) const;

private:
    double search(const Parchis &state, int depth, double alpha, double beta, color &c_piece, int &id_piece, int &dice) const;
    double value(const Parchis &state) const;
};

#endif
