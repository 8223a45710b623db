// What the course's simulator asks of a player of N en raya. Written for Poda.
#ifndef PODA_AGENTE_HPP
#define PODA_AGENTE_HPP

#include "Tablero.hpp"

#include <string>
#include <utility>

class Agente {
public:
    virtual ~Agente() = default;
    // Row and column of the stone to put.
    virtual std::pair<int, int> think(const Tablero &tablero) = 0;
    virtual void interrumpir() {}
    virtual bool tieneLimiteDeTiempo() const { return true; }
};

#endif
