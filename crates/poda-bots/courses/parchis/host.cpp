// Lets a player of Parchís answer Poda's questions: a library that Poda loads and gives its rules. Argument: the player's id.
#include "host.h"

#include "AIPlayer.h"
#include "Parchis.h"

extern "C" int poda_course_main(const PodaTable *table, int count, const char *const *arguments) {
    poda::table() = table;
    const int id = count > 1 ? std::atoi(arguments[1]) : 0;
    AIPlayer *players[3] = {nullptr, nullptr, nullptr};
    std::vector<std::string> before;
    std::string line;
    while (poda::hear(line)) {
        const poda::Question question(line);
        if (!poda::goes_on(before, question.list("moves"))) {
            players[1] = players[2] = nullptr;
        }
        const int mark = question.number("mark") == 2 ? 2 : 1;
        if (players[mark] == nullptr) {
            players[mark] = new AIPlayer("poda", id);
        }
        PodaState state;
        if (table->read(question.text("game").c_str(), question.text("position").c_str(), &state) == 0) {
            poda::say("?position\n", 10);
            return 1;
        }
        Parchis board(state);
        color colour = none;
        int piece = -2, die = -1;
        players[mark]->perceive(board);
        poda::guarded([&] {
            players[mark]->think(colour, piece, die);
            return 0;
        });
        PodaDecision decision;
        // Whoever passes has no piece, whatever colour is named.
        decision.colour = piece == SKIP_TURN ? Parchis(state).getCurrentColor() : colour;
        decision.piece = piece == SKIP_TURN ? -1 : piece < 0 ? -2 : piece;
        decision.die = die;
        char move[64];
        const int length = table->text(&state, decision, move, sizeof move);
        poda::answer(std::string(move, length), (colour == none ? "none" : str(colour)) + " " + std::to_string(piece) + " " + std::to_string(die));
    }
    std::fflush(nullptr);
    _exit(0);
}
