// Lets a player of N en raya answer Poda's questions. Arguments: depth, heuristic, mode, seconds; 0 seconds are nine tenths of the time to
// think.
#include "host.h"

#include "AgenteEstudiante.hpp"

namespace {

// The empty board that a spec names: nraya, mnk:WxH:K.
Tablero board_of(const std::string &game) {
    int columns = 9, rows = 9, line = 5;
    std::sscanf(game.c_str(), "mnk:%dx%d:%d", &columns, &rows, &line);
    return Tablero(rows, columns, line);
}

AgenteEstudiante *make(int mark, int depth, double seconds, int heuristic, const std::string &mode) {
    using Mode = AgenteEstudiante::ModoJuego;
    const Mode chosen = mode == "aleatorio" ? Mode::ALEATORIO
                        : mode == "minimax" ? Mode::MINIMAX
                        : mode == "status"  ? Mode::STATUS
                                            : Mode::INTELIGENTE;
    return new AgenteEstudiante(mark, depth, seconds, heuristic, chosen);
}

} // namespace

int main(int count, char **arguments) {
    const auto argument = [&](int index, const char *otherwise) {
        return std::string(index < count ? arguments[index] : otherwise);
    };
    const int depth = std::atoi(argument(1, "4").c_str()), heuristic = std::atoi(argument(2, "1").c_str());
    const double given = std::atof(argument(4, "0").c_str());
    AgenteEstudiante *players[3] = {nullptr, nullptr, nullptr};
    std::vector<std::string> before;
    std::string line;
    while (poda::hear(line)) {
        const poda::Question question(line);
        const std::vector<std::string> moves = question.list("moves"), legal = question.list("legal");
        if (!poda::goes_on(before, moves)) {
            players[1] = players[2] = nullptr;
        }
        // The course's simulator passes by itself.
        if (legal.size() == 1 && legal[0] == "pass") {
            poda::answer("pass", "pass");
            continue;
        }
        const int mark = question.number("mark") == 2 ? 2 : 1;
        if (players[mark] == nullptr) {
            const double seconds = given > 0 ? given : 0.0009 * question.number("remaining_ms");
            players[mark] = make(mark, depth, seconds, heuristic, argument(3, ""));
        }
        const Tablero empty = board_of(question.text("game"));
        const Tablero board = Tablero::poda_read(empty, question.list("board"), question.position());
        Agente &player = *players[mark];
        const std::pair<int, int> cell = poda::guarded([&] { return player.think(board); });
        std::string move;
        if (cell.first >= 0 && cell.first < board.getFilas() && cell.second >= 0 && cell.second < board.getColumnas()) {
            move = static_cast<char>('a' + cell.second) + std::to_string(board.getFilas() - cell.first);
        }
        poda::answer(move, "(" + std::to_string(cell.first) + ", " + std::to_string(cell.second) + ")");
    }
    _exit(0);
}
