// Alpha-beta to the given depth, at most two; every child comes from the board.
#include "AgenteEstudiante.hpp"

AgenteEstudiante::AgenteEstudiante(int id, int profundidadMax, double tiempoMax, int numHeuristica, ModoJuego modo)
    : id(id), profundidadMax(profundidadMax), tiempoMaxSegundos(tiempoMax), numHeuristica(numHeuristica), modo(modo) {}

double AgenteEstudiante::value(const Tablero &tablero) const {
    double sum = 0;
    for (int length = 2; length < tablero.getNParaGanar(); length++) {
        sum += std::pow(8, length) * (tablero.contarCombinaciones(length, id) - tablero.contarCombinaciones(length, 3 - id));
    }
    return sum;
}

double AgenteEstudiante::search(const Tablero &tablero, int depth, double alpha, double beta, std::pair<int, int> &best) {
    const int winner = tablero.comprobarGanador();
    if (winner != 0) {
        return winner == -1 ? 0 : winner == id ? GANAR + depth : -GANAR - depth;
    }
    if (depth == 0) {
        return value(tablero);
    }
    const auto children = tablero.getSucesoresConMovimientos();
    if (children.empty()) {
        return value(tablero);
    }
    best = children[0].second;
    const bool mine = tablero.getJugadorTurno() == id;
    for (const auto &child : children) {
        std::pair<int, int> ignored;
        const double found = search(child.first, depth - 1, alpha, beta, ignored);
        if (mine ? found > alpha : found < beta) {
            (mine ? alpha : beta) = found;
            best = child.second;
        }
        if (alpha >= beta) {
            break;
        }
    }
    return mine ? alpha : beta;
}

std::pair<int, int> AgenteEstudiante::think(const Tablero &tablero) {
    std::pair<int, int> best(-1, -1);
    // By reference: only newer standards link this constant.
    const double found = std::max(search(tablero, std::min(profundidadMax, 2), -1e15, 1e15, best), -GANAR * 2);
    std::cout << "value " << found << std::endl;
    return best;
}
