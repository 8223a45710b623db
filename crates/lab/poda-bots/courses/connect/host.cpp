// Lets a player of BOOM, Crush, Desconecta or plain Conecta-4 answer Poda's questions.
#include "host.h"

#include <algorithm>

#include "environment.h"
#include "player.h"

int main() {
    Player *players[3] = {nullptr, nullptr, nullptr};
    std::vector<std::string> before;
    std::string line;
    while (poda::hear(line)) {
        const poda::Question question(line);
        const std::string game = question.text("game");
        poda::connect_game() = game == "crush" ? poda::CRUSH_GAME
                               : game == "desconecta" ? poda::DESCONECTA_GAME
                               : game == "boom"       ? poda::BOOM_GAME
                                                      : poda::PLAIN_GAME;
        const std::vector<std::string> fields = question.position(), moves = question.list("moves");
        if (!poda::goes_on(before, moves)) {
            // The old ones are not destroyed: not every player of a course survives that.
            players[1] = players[2] = nullptr;
        }
        const int mark = question.number("mark") == 2 ? 2 : 1;
        if (players[mark] == nullptr) {
            players[mark] = new Player(mark);
        }
        const std::vector<std::string> cells = question.list("board");
        // Without bombs there is a stone for every action, and the position does not count them.
        const int stones = static_cast<int>(cells.size() - std::count(cells.begin(), cells.end(), "0"));
        const int ply = fields.size() > 2 ? std::atoi(fields[2].c_str()) : stones;
        const Environment board = Environment::poda_read(cells, ply, moves);
        players[mark]->Perceive(board);
        const int action = poda::guarded([&] { return static_cast<int>(players[mark]->Think()); });
        std::string move;
        if (action >= Environment::PUT1 && action <= Environment::PUT7) {
            move = static_cast<char>('1' + action);
        } else if (action == Environment::BOOM) {
            move = "B";
        }
        const std::string name = move.empty() ? "" : " (" + board.ActionStr(static_cast<Environment::ActionType>(action)) + ")";
        poda::answer(move, std::to_string(action) + name);
    }
    // Without the destructors of globals, which are the player's own.
    _exit(0);
}
