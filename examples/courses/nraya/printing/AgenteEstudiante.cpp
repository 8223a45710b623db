// Prints before it is asked, prints a lot when it is, and waits for somebody to press a key.
#include "AgenteEstudiante.hpp"

struct Greeting {
    Greeting() { std::cout << "e5\npass\nhello" << std::endl; }
} greeting;

AgenteEstudiante::AgenteEstudiante(int id, int profundidadMax, double tiempoMax, int numHeuristica, ModoJuego modo)
    : id(id), profundidadMax(profundidadMax), tiempoMaxSegundos(tiempoMax), numHeuristica(numHeuristica), modo(modo) {}

std::pair<int, int> AgenteEstudiante::think(const Tablero &tablero) {
    for (int i = 0; i < 1000; i++) {
        std::cout << "thinking " << i << std::endl;
    }
    std::string key;
    std::cin >> key;
    return tablero.getSucesoresConMovimientos().back().second;
}
