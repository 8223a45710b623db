// Follows recorded games with the course's board and compares everything that it shows. Each line of the input is a word and what
// belongs to it: `game NAME`, then for each position `at MOVER PLY BOARD`, `legal MOVES` or `end WINNER`, and `play MOVE`.
#include <sstream>

#include "environment.h"

static int line_number = 0;

static void check(bool holds, const string &what) {
    if (!holds) {
        cout << "line " << line_number << ": " << what << endl;
        exit(1);
    }
}

// The owner of the first line of four.
static int line_of(const Environment &board) {
    for (int i = 0; i < 49; i++) {
        int owner = -1, again = -1;
        if (board.EnLinea(i / 7, i % 7, owner)) {
            check(board.EnLinea2(i / 7, i % 7, again) && board.EnLinea2(i / 7, i % 7, 0) && owner == again, "two forms of a line");
            return owner;
        }
        check(owner == 0 && !board.EnLinea2(i / 7, i % 7, again), "no line");
    }
    return 0;
}

// An explosion by its cell leaves what the action leaves.
static void compare_explosion(Environment board, const Environment &after) {
    for (int i = 0; i < 49; i++) {
        if (board.See_Casilla(i / 7, i % 7) == board.JugadorActivo() + 3) {
            board.AplicarExplosion(i / 7, i % 7);
            break;
        }
    }
    char left[49], expected[49];
    board.CopiarTablero(left);
    after.CopiarTablero(expected);
    check(memcmp(left, expected, sizeof left) == 0, "an explosion");
}

int main() {
    Environment board;
    vector<string> moves;
    string line, word;
    int positions = 0;
    while (getline(cin, line)) {
        line_number++;
        istringstream words(line);
        words >> word;
        if (word == "game") {
            words >> word;
            poda::connect_game() = word == "crush" ? poda::CRUSH_GAME : word == "desconecta" ? poda::DESCONECTA_GAME : word == "boom" ? poda::BOOM_GAME : poda::PLAIN_GAME;
            board = Environment();
            moves.clear();
        } else if (word == "at") {
            int mover, ply;
            string cells;
            words >> mover >> ply >> cells;
            vector<string> list;
            for (char cell : cells) {
                list.push_back(string(1, cell));
            }
            const Environment read = Environment::poda_read(list, ply, moves);
            check(read == board, "the board that was played to is not the one that was read");
            check(read.Last_Action(1) == board.Last_Action(1) && read.Last_Action(2) == board.Last_Action(2), "last actions");
            check(read.N_Jugada() == board.N_Jugada() && read.RevisarTablero() == board.RevisarTablero(), "turn or winner");
            check(board.JugadorActivo() == mover, "who is to move");
            int pieces = 0;
            for (int i = 0; i < 49; i++) {
                static const int codes[] = {0, 1, 2, 4, 5};
                check(board.See_Casilla(6 - i / 7, i % 7) == codes[cells[i] - '0'], "a cell");
                pieces += cells[i] != '0';
            }
            check(board.Get_Casillas_Libres() == 49 - pieces, "free cells");
            check(board.Have_BOOM(1) == (cells.find('3') != string::npos), "a bomb of player 1");
            check(board.Have_BOOM(2) == (cells.find('4') != string::npos), "a bomb of player 2");
            positions++;
        } else if (word == "legal") {
            bool possible[8] = {}, listed[8] = {};
            const int count = board.possible_actions(possible);
            int number = 0;
            while (words >> word) {
                listed[word == "B" ? 7 : word[0] - '1'] = true;
                number++;
            }
            check(equal(possible, possible + 8, listed) && count == number, "the legal moves");
            check(!board.JuegoTerminado() && board.RevisarTablero() == 0, "the game is not over");
            check(line_of(board) == 0, "a line where the game goes on");
            Environment children[8];
            check(board.GenerateAllMoves(children) == number, "the number of children");
            int last = -1;
            for (int i = 0; i < number; i++) {
                const Environment child = board.GenerateNextMove(last);
                check(possible[last] && child == children[i] && !(child == board), "a child");
                check(child.Last_Action(board.JugadorActivo()) == last, "the action of a child");
            }
            check(board.GenerateNextMove(last) == board, "there are no more children");
            if (possible[Environment::BOOM]) {
                compare_explosion(board, children[number - 1]);
            }
        } else if (word == "end") {
            int winner;
            words >> winner;
            check(board.JuegoTerminado() && board.RevisarTablero() == winner && board.RevisarTablero2() == winner, "the end");
            const int owner = line_of(board);
            const bool loses = poda::connect_game() == poda::DESCONECTA_GAME;
            // Two lines at once are the last mover's in BOOM; a board without moves has none.
            check(owner == 0 || poda::connect_game() == poda::BOOM_GAME || owner == (loses ? 3 - winner : winner), "the line that ends");
            check(owner != 0 || winner == 0 || poda::connect_game() == poda::BOOM_GAME, "an end without a line");
        } else if (word == "play") {
            words >> word;
            moves.push_back(word);
            board.AcceptAction(static_cast<Environment::ActionType>(word == "B" ? 7 : word[0] - '1'));
            board.ChangePlayer();
        }
    }
    cout << positions << endl;
}
