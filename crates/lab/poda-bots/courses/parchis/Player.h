// Whoever plays Parchís. Written for Poda.
#ifndef PODA_PARCHIS_PLAYER_H
#define PODA_PARCHIS_PLAYER_H

#include "Attributes.h"
#include "Parchis.h"

class Player {
protected:
    string name;
    Parchis *actual;
    int jugador;
    // The colours that it moves.
    vector<color> colors;

public:
    Player(const string &name) : name(name), actual(nullptr), jugador(0) {}
    virtual ~Player() {}
    const string &getName() const { return name; }
    int getJugador() const { return jugador; }
    // The player is whoever is to move, at each question anew.
    virtual void perceive(Parchis &p) {
        actual = &p;
        jugador = p.getCurrentPlayerId();
        colors = p.getPlayerColors(jugador);
    }
    virtual bool move() = 0;
    virtual bool canThink() const { return false; }
    virtual bool canUseGUI() const { return false; }
    virtual bool isRemote() const { return false; }
    virtual bool readyForNextTurn() { return true; }
};

#endif
