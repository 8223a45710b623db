// Lets a player of Parchís answer Poda's questions: a library that Poda loads and gives its rules. Argument: the player's id.
#include "host.h"

#include "AIPlayer.h"
#include "Parchis.h"

namespace {

// A move as the rules write it; nothing if it is not legal. Whoever passes has no piece, whatever colour is named.
std::string text_of(const Parchis &board, color colour, int piece, int die) {
    PodaDecision decision;
    decision.colour = piece == SKIP_TURN ? board.getCurrentColor() : colour;
    decision.piece = piece == SKIP_TURN ? -1 : piece < 0 ? -2 : piece;
    decision.die = die;
    char move[64];
    const int length = poda::table()->text(&board.poda_state(), decision, move, sizeof move);
    return std::string(move, length);
}

// The position that was asked about, reached from the one before it, so that it knows what the last move did. As it is read if
// the moves do not lead there.
Parchis follow(Parchis board, const std::vector<std::string> &moves, std::size_t known, const PodaState &asked) {
    for (std::size_t i = known; i < moves.size(); i++) {
        const ParchisBros children = board.getChildren();
        ParchisBros::Iterator it = children.begin();
        while (it != children.end() && text_of(board, it.getMovedColor(), it.getMovedPieceId(), it.getMovedDiceValue()) != moves[i]) {
            ++it;
        }
        if (it == children.end()) {
            return Parchis(asked);
        }
        const Parchis next = *it;
        board = next;
    }
    return board == Parchis(asked) ? board : Parchis(asked);
}

} // namespace

extern "C" int poda_course_main(const PodaTable *table, int count, const char *const *arguments) {
    poda::table() = table;
    const int id = count > 1 ? std::atoi(arguments[1]) : 0;
    AIPlayer *players[3] = {nullptr, nullptr, nullptr};
    std::vector<std::string> before;
    std::string line;
    Parchis seen;
    bool has_seen = false;
    while (poda::hear(line)) {
        const poda::Question question(line);
        const std::vector<std::string> moves = question.list("moves");
        const std::size_t known = before.size();
        if (!poda::goes_on(before, moves)) {
            players[1] = players[2] = nullptr;
            has_seen = false;
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
        seen = has_seen ? follow(seen, moves, known, state) : Parchis(state);
        has_seen = true;
        Parchis board = seen;
        color colour = none;
        int piece = -2, die = -1;
        players[mark]->perceive(board);
        poda::guarded([&] {
            players[mark]->think(colour, piece, die);
            return 0;
        });
        poda::answer(text_of(seen, colour, piece, die), (colour == none ? "none" : str(colour)) + " " + std::to_string(piece) + " " + std::to_string(die));
    }
    _exit(0);
}
