#ifndef __AI_PLAYER_H__
#define __AI_PLAYER_H__

#include "Attributes.h"
#include "Player.h"

class AIPlayer : public Player {
protected:
    const int id;
    mutable int asked = 0;

public:
    AIPlayer(const string &name, const int id) : Player(name), id(id) {}
    virtual void perceive(Parchis &p) { Player::perceive(p); }
    virtual bool move();
    virtual void think(color &c_piece, int &id_piece, int &dice) const;
    virtual bool canThink() const { return true; }
    static double value(const Parchis &state, int player);
};

#endif
