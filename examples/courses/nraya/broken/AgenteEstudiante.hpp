#ifndef AGENTE_ESTUDIANTE_HPP
#define AGENTE_ESTUDIANTE_HPP

#include "Agente.hpp"

// A player of N en raya in the form of the course of Granada.
class AgenteEstudiante : public Agente {
public:
    static constexpr double GANAR = 1e9;

    enum class ModoJuego { ALEATORIO, MINIMAX, INTELIGENTE, STATUS };

    AgenteEstudiante(int id, int profundidadMax, double tiempoMax = 5.0, int numHeuristica = 1,
                     ModoJuego modo = ModoJuego::INTELIGENTE);

    std::pair<int, int> think(const Tablero &tablero) override;

private:
    double value(const Tablero &tablero) const;
    double search(const Tablero &tablero, int depth, double alpha, double beta, std::pair<int, int> &best);

    int id;
    int profundidadMax;
    double tiempoMaxSegundos;
    int numHeuristica;
    ModoJuego modo;
};

#endif
