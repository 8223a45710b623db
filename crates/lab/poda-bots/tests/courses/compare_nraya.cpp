// Follows recorded games with the course's board and compares everything that it shows. Each line of the input is a word and what
// belongs to it: `game COLUMNS ROWS LINE`, then for each position `at BOARD FIELDS...` (the fields of the position line), `legal CELLS`
// or `end WINNER` or `cap`, and `play CELL`.
#include <sstream>

#include "Tablero.hpp"

using namespace std;

static int line_number = 0;

static void check(bool holds, const string &what) {
    if (!holds) {
        cout << "line " << line_number << ": " << what << endl;
        exit(1);
    }
}

static string name(const Tablero &board, pair<int, int> cell) {
    return static_cast<char>('a' + cell.second) + to_string(board.getFilas() - cell.first);
}

int main() {
    Tablero board(3, 3, 3);
    string line, word;
    int positions = 0;
    while (getline(cin, line)) {
        line_number++;
        istringstream words(line);
        words >> word;
        if (word == "game") {
            int columns, rows, length;
            words >> columns >> rows >> length;
            board = Tablero(rows, columns, length);
        } else if (word == "at") {
            string cells;
            words >> cells;
            vector<string> list, fields(1, "");
            for (char cell : cells) {
                list.push_back(string(1, cell));
            }
            while (words >> word) {
                fields.push_back(word);
            }
            const Tablero read = Tablero::poda_read(board, list, fields);
            for (size_t i = 0; i < cells.size(); i++) {
                const int row = i / board.getColumnas(), column = i % board.getColumnas();
                check(board.getCelda(row, column) == cells[i] - '0', "a cell");
            }
            check(board.getJugadorTurno() == read.getJugadorTurno(), "who is to move");
            check(board.getTurnoActual() == read.getTurnoActual(), "the number of moves");
            check(board.getFaseActual() % 3 == read.getFaseActual() % 3, "the phase");
            if (fields.size() > 3) {
                check(board.getMovimientosRestantes() == read.getMovimientosRestantes(), "moves left");
                check(board.getTurnoActual() == 4 + atoi(fields[4].c_str()), "the stones of the start");
            }
            positions++;
        } else if (word == "legal") {
            vector<string> listed;
            while (words >> word) {
                listed.push_back(word);
            }
            check(board.comprobarGanador() == 0, "the game is not over");
            const auto children = board.getSucesoresConMovimientos();
            const auto boards = board.getSucesores();
            if (listed == vector<string>{"pass"}) {
                check(children.empty() && boards.size() == 1 && !board.tieneMovimientosValidos(), "a pass");
                check(boards[0].getJugadorTurno() == 3 - board.getJugadorTurno(), "who is to move after a pass");
                continue;
            }
            check(children.size() == listed.size() && boards.size() == listed.size(), "the number of children");
            for (size_t i = 0; i < children.size(); i++) {
                check(name(board, children[i].second) == listed[i], "a child's cell");
                check(boards[i].getJugadorTurno() == children[i].first.getJugadorTurno(), "a child");
            }
        } else if (word == "end") {
            int winner;
            words >> winner;
            check(board.comprobarGanador() == winner && board.getSucesores().empty(), "the end");
        } else if (word == "play") {
            words >> word;
            if (word == "pass") {
                board.pasarTurno();
            } else {
                const int row = board.getFilas() - atoi(word.c_str() + 1);
                check(board.ponerPieza(row, word[0] - 'a', board.getJugadorTurno()), "a move is refused");
            }
        }
    }
    cout << positions << endl;
}
