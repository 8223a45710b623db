// Takes 200 MB for every move and never gives them back. With ?fresh=move it plays all the same.
#include "AgenteEstudiante.hpp"

AgenteEstudiante::AgenteEstudiante(int id, int profundidadMax, double tiempoMax, int numHeuristica, ModoJuego modo)
    : id(id), profundidadMax(profundidadMax), tiempoMaxSegundos(tiempoMax), numHeuristica(numHeuristica), modo(modo) {}

std::pair<int, int> AgenteEstudiante::think(const Tablero &tablero) {
    for (int i = 0; i < 200; i++) {
        std::memset(new char[1 << 20], i, 1 << 20);
    }
    return tablero.getSucesoresConMovimientos().front().second;
}
