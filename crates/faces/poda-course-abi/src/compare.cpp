// Composes the position line from what the course's classes show, and compares it with ours.
#include <cstring>

#include "Parchis.h"

static string wrong;

static void check(bool holds, const string &what) {
    if (!holds && wrong.empty()) {
        wrong = what;
    }
}

static const color order[] = {yellow, blue, red, green};

// As our lines name it.
static char letter(color c) { return "brgy-"[c]; }

static string piece_text(const Piece &piece) {
    static const char *statuses[] = {"star", "ghost", "mega", "small", "normal", "slipped"};
    const Box box = piece.get_box();
    string text = box.type == home ? "home" : box.type == goal ? "goal" : (box.type == final_queue ? "c" : "") + to_string(box.num);
    if (piece.get_type() != normal_piece || piece.get_turns_left() > 0) {
        text += string(":") + statuses[piece.get_type()] + to_string(piece.get_turns_left());
    }
    return text;
}

// The fields of a line that the classes show.
static string shown(const Parchis &state) {
    string text = "turn=" + to_string(state.getTurn()) + " mover=" + letter(state.getCurrentColor());
    const Board board = state.getBoard();
    for (color c : order) {
        text += string(" ") + letter(c) + "=";
        for (size_t id = 0; id < board.getPieces(c).size(); id++) {
            text += (id == 0 ? "" : ",") + piece_text(board.getPiece(c, id));
        }
    }
    text += " bounces=";
    for (color c : order) {
        text += (c == yellow ? "" : ",") + to_string(state.getBounces(c));
    }
    return text + " winner=" + (state.gameOver() ? to_string(state.getWinner() + 1) : "-");
}

// The same fields of our line.
static string wanted(const string &line) {
    string text, word;
    for (char letter : line + " ") {
        if (letter != ' ') {
            word += letter;
            continue;
        }
        const string key = word.substr(0, word.find('='));
        if (key.size() == 1 || key == "turn" || key == "mover" || key == "bounces" || key == "winner") {
            text += (text.empty() ? "" : " ") + word;
        }
        word.clear();
    }
    return text;
}

static string text_of(const PodaState &state, const PodaDecision &decision) {
    char letters[64];
    return string(letters, poda::table()->text(&state, decision, letters, sizeof letters));
}

// Compares a position: its line, its legal moves with blanks between, and the move that is played, with the line behind it.
extern "C" const char *poda_compare(const PodaTable *table, const char *game, const char *line, const char *legal, const char *move,
                                    const char *after) {
    wrong.clear();
    poda::table() = table;
    PodaState bytes;
    check(table->read(game, line, &bytes) == 1, "the line is not read");
    if (!wrong.empty()) {
        return wrong.c_str();
    }
    const Parchis state(bytes);
    check(shown(state) == wanted(line), shown(state) + " is shown for " + wanted(line));
    const int player = state.getCurrentPlayerId();
    string listed;
    vector<string> seen;
    ParchisBros children = state.getChildren();
    for (ParchisBros::Iterator it = children.begin(); it != children.end(); ++it) {
        const int id = it.getMovedPieceId();
        const PodaDecision decision = {it.getMovedColor(), id == SKIP_TURN ? -1 : id, it.getMovedDiceValue()};
        const string text = text_of(bytes, decision);
        const vector<int> dice = state.getAllAvailableDices(player);
        check(find(dice.begin(), dice.end(), it.getMovedDiceValue()) != dice.end(), "a die that is not available: " + text);
        const bool skips = it.getMovedPieceId() == SKIP_TURN;
        check(skips == state.canSkipTurn(player, it.getMovedDiceValue()), "skipping: " + text);
        check(skips || state.isLegalMove(it.getMovedColor(), it.getMovedPieceId(), it.getMovedDiceValue()), "not legal: " + text);
        if (find(seen.begin(), seen.end(), text) == seen.end()) {
            listed += (listed.empty() ? "" : " ") + text;
            seen.push_back(text);
        }
        if (text == move) {
            const string next = after;
            check(shown(*it) == wanted(next), shown(*it) + " is shown after " + text + " for " + wanted(next));
            check(it->isEatingMove() == (next.find("victim=") != string::npos), "a capture by " + text);
            Parchis moved = state;
            moved.movePiece(it.getMovedColor(), it.getMovedPieceId(), it.getMovedDiceValue());
            check(moved == *it && moved.getLastDice() == it.getMovedDiceValue(), "moving a piece: " + text);
        }
    }
    check(listed == legal, listed + " are listed for " + legal);
    check(state.game_colors.size() == 4 && partner_color(opponent_color(yellow)) == green, "the colours");
    check(state.getBoard() == Parchis(bytes).getBoard(), "boards that are the same");
    for (color c : Parchis::game_colors) {
        const Dice dice = state.getDice();
        check(dice.getDice(c) == state.getAvailableNormalDices(c), "the dice");
        check(dice.getAllDiceLayers(c)[0] == state.getNormalDices(c), "the dice in hand");
        const Box start = state.getInitialBox(c), walked = state.computeMove(c, start, 3);
        check(state.computeReverseMove(c, walked, 3) == start, "the way back");
        check(state.getPowerBar(c).getPower() == state.getPower(c == yellow || c == red ? 0 : 1), "the energy");
    }
    for (int side = 0; side < 2; side++) {
        for (color c : state.getPlayerColors(side)) {
            for (int id = 0; id < 3; id++) {
                const Box box = state.getBoard().getPiece(c, id).get_box();
                check(state.distanceToGoal(c, id) == state.distanceToGoal(c, box), "distances to goal");
                check((state.distanceToGoal(c, id) == 0) == (box.type == goal), "the goal");
                check(state.distanceBoxtoBox(c, id, c, id) == 0, "the distance to itself");
                const Piece &piece = state.getBoard().getPiece(c, id);
                check(piece.get_box() == box && state.boxState(box).size() >= 1, "the board");
                const string safe = ",4,13,17,21,30,34,38,47,51,55,64,68,";
                const bool is_safe = box.type == normal && safe.find("," + to_string(box.num) + ",") != string::npos;
                check(state.isSafePiece(c, id) == is_safe, "a safe cell");
            }
        }
    }
    return wrong.c_str();
}
