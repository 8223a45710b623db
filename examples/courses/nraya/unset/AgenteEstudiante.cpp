// Returns the "no cell" with which the handout begins.
#include "AgenteEstudiante.hpp"

AgenteEstudiante::AgenteEstudiante(int id, int profundidadMax, double tiempoMax, int numHeuristica, ModoJuego modo)
    : id(id), profundidadMax(profundidadMax), tiempoMaxSegundos(tiempoMax), numHeuristica(numHeuristica), modo(modo) {}

std::pair<int, int> AgenteEstudiante::think(const Tablero &) { return {-1, -1}; }
