// The board of Conecta-4, Conecta-4 Crush, Desconecta-4 BOOM and Conecta-4 BOOM under the names that the courses of Granada gave it.
// Written for Poda from the rules; the host says which of the four is played.
#ifndef PODA_ENVIRONMENT_H
#define PODA_ENVIRONMENT_H

#include <cstdlib>
#include <fstream>
#include <iostream>
#include <string>
#include <vector>

// More than is needed here: players of the courses include these only by luck. They also bring names that meet those of other players,
// such as j1 and index; whoever cannot be compiled with them is compiled without.
#ifndef PODA_FEW_NAMES
#include <climits>
#include <cmath>
#include <cstring>
#include <queue>
#endif

using namespace std;

namespace poda {

enum ConnectGame { BOOM_GAME, CRUSH_GAME, DESCONECTA_GAME, PLAIN_GAME };

// The game that is played, the same for every board of a process.
inline ConnectGame &connect_game() {
    static ConnectGame game = BOOM_GAME;
    return game;
}

} // namespace poda

class Environment {
public:
    enum ActionType { PUT1, PUT2, PUT3, PUT4, PUT5, PUT6, PUT7, BOOM };

    Environment() : ply_(0), last_mover_(0) {
        __builtin_memset(cells_, 0, sizeof cells_);
        last_action_[0] = last_action_[1] = last_action_[2] = -1;
    }

    // Two boards are equal if the same pieces stand there and the same player is to move.
    bool operator==(const Environment &other) const {
        return __builtin_memcmp(cells_, other.cells_, sizeof cells_) == 0 && JugadorActivo() == other.JugadorActivo();
    }

    bool operator!=(const Environment &other) const { return !(*this == other); }

    // Row 0 is the lowest. 0 is empty, 1 and 2 are stones, 4 and 5 the players' bombs. Outside of the board there is nothing: players
    // look there, and a compiler that knows better would take their loops apart.
    char See_Casilla(int row, int col) const {
        return row < 0 || row >= SIZE || col < 0 || col >= SIZE ? 0 : cells_[row][col];
    }

    // Which actions are possible, in their order, and how many. Without bombs there are seven, and no more are written.
    int possible_actions(bool *actions) const {
        int count = 0;
        for (int action = 0; action < actions_of_game(); action++) {
            actions[action] = is_possible(action);
            count += actions[action];
        }
        return count;
    }

    // All boards after one action; V has room for as many as there are actions.
    int GenerateAllMoves(Environment *V) const {
        int count = 0;
        for (int action = 0; action < actions_of_game(); action++) {
            if (is_possible(action)) {
                V[count++] = after(action);
            }
        }
        return count;
    }

    // The board after the next possible action behind `act`; this board itself if there is none.
    Environment GenerateNextMove(int &act) const {
        for (act++; act < actions_of_game(); act++) {
            if (is_possible(act)) {
                return after(act);
            }
        }
        return *this;
    }

    // Does an action of the player to move. The turn stays: `ChangePlayer` hands it over.
    void AcceptAction(ActionType action) {
        const int player = JugadorActivo();
        if (!is_possible(action)) {
            return;
        }
        if (action == BOOM) {
            explode(player);
        } else {
            cells_[Get_Ocupacion_Columna(action)][static_cast<int>(action)] =
                static_cast<char>(Put_FichaBOOM_now() ? player + 3 : player);
        }
        last_action_[player] = action;
        last_mover_ = player;
    }

    // Goes on to the next action, which may be the same player's.
    void ChangePlayer() { ply_++; }

    int JugadorActivo() const { return mover(ply_); }

    int N_Jugada() const { return is_boom() ? (ply_ + 1) / 4 + 1 : ply_ / 2 + 1; }

    // Whether a stone dropped now is a bomb.
    bool Put_FichaBOOM_now() const {
        if (poda::connect_game() == poda::PLAIN_GAME) {
            return false;
        }
        const int period = poda::connect_game() == poda::DESCONECTA_GAME ? 5 : 4;
        return N_Jugada() % period == 0 && !Have_BOOM(JugadorActivo());
    }

    int Last_Action(int jug) const { return last_action_[jug == 1 ? 1 : 2]; }

    int Get_Ocupacion_Columna(int columna) const {
        int height = 0;
        while (height < SIZE && See_Casilla(height, columna) != 0) {
            height++;
        }
        return height;
    }

    bool Have_BOOM(int jugador) const {
        return __builtin_memchr(cells_, jugador + 3, sizeof cells_) != nullptr;
    }

    int Get_Casillas_Libres() const { return SIZE * SIZE - marcador(1) - marcador(2); }

    // How many pieces a player has on the board.
    int marcador(int jugador) const {
        int pieces = 0;
        for (int row = 0; row < SIZE; row++) {
            for (int col = 0; col < SIZE; col++) {
                pieces += owner(row, col) == jugador;
            }
        }
        return pieces;
    }

    // Whether the game is over.
    bool JuegoTerminado() const {
        return RevisarTablero() != 0 || (!is_boom() && Get_Casillas_Libres() == 0);
    }

    // Who has won; 0 if nobody has.
    int RevisarTablero() const {
        bool lines[3] = {false, false, false};
        const int first = look_for_lines(lines);
        switch (poda::connect_game()) {
        case poda::CRUSH_GAME:
        case poda::PLAIN_GAME:
            return first;
        case poda::DESCONECTA_GAME:
            return first == 0 ? 0 : 3 - first;
        default:
            if (first != 0) {
                return lines[1] && lines[2] ? last_mover_ : first;
            }
            bool actions[BOOM + 1];
            return possible_actions(actions) == 0 ? 3 - JugadorActivo() : 0;
        }
    }

    // The same: in the simulator it also marks the line for the window.
    int RevisarTablero2() const { return RevisarTablero(); }

    // Whether a line of four begins in a cell: to the right, up, up to the right, down to the right. `ganador` is its owner, who loses
    // by it in Desconecta.
    bool EnLinea(int fila, int columna, int &ganador) const {
        static const int steps[4][2] = {{0, 1}, {1, 0}, {1, 1}, {-1, 1}};
        ganador = 0;
        const int who = See_Casilla(fila, columna) % 3;
        for (int way = 0; who != 0 && way < 4; way++) {
            const int end_row = fila + 3 * steps[way][0], end_col = columna + 3 * steps[way][1];
            if (end_row < 0 || end_row >= SIZE || end_col >= SIZE) {
                continue;
            }
            int length = 1;
            while (length < 4 && owner(fila + length * steps[way][0], columna + length * steps[way][1]) == who) {
                length++;
            }
            if (length == 4) {
                ganador = who;
                return true;
            }
        }
        return false;
    }

    bool EnLinea2(int fila, int columna, int &ganador) const { return EnLinea(fila, columna, ganador); }

    // BOOM's form takes a number.
    bool EnLinea2(int fila, int columna, const int &) const {
        int owner;
        return EnLinea(fila, columna, owner);
    }

    // What the explosion of a bomb in a cell leaves, if the player to move owns it.
    void AplicarExplosion(int fila, int columna) {
        if (fila < 0 || fila >= SIZE || columna < 0 || columna >= SIZE) {
            return;
        }
        cells_[fila][columna] = 0;
        if (poda::connect_game() == poda::CRUSH_GAME) {
            for (int row = max(fila - 1, 0); row <= min(fila + 1, SIZE - 1); row++) {
                cells_[row][columna] = 0;
            }
            for (int col = max(columna - 1, 0); col <= min(columna + 1, SIZE - 1); col++) {
                cells_[fila][col] = 0;
            }
        } else {
            const int victim = is_boom() ? 3 - JugadorActivo() : JugadorActivo();
            for (int col = 0; col < SIZE; col++) {
                if (owner(fila, col) == victim) {
                    cells_[fila][col] = 0;
                }
            }
        }
        for (int col = 0; col < SIZE; col++) {
            int height = 0;
            for (int row = 0; row < SIZE; row++) {
                const char piece = cells_[row][col];
                if (piece != 0) {
                    cells_[row][col] = 0;
                    cells_[height++][col] = piece;
                }
            }
        }
    }

    // The simulator's window, which is not here.
    void Show(int, int) const {}

    void Change() const {}

    string ActionStr(ActionType action) const {
        switch (action) {
        case PUT1: return "PUT1";
        case PUT2: return "PUT2";
        case PUT3: return "PUT3";
        case PUT4: return "PUT4";
        case PUT5: return "PUT5";
        case PUT6: return "PUT6";
        case PUT7: return "PUT7";
        case BOOM: return "BOOM";
        }
        return "????";
    }

    // The cells row by row from the lowest, as characters.
    void CopiarTablero(char *destino) const { __builtin_memcpy(destino, cells_, sizeof cells_); }

    void ModificarTablero(const char *origen) { __builtin_memcpy(cells_, origen, sizeof cells_); }

    void PintaTablero() const {
        for (int row = SIZE - 1; row >= 0; row--) {
            for (int col = 0; col < SIZE; col++) {
                cout << ".12.45"[static_cast<int>(cells_[row][col])] << ' ';
            }
            cout << endl;
        }
    }

    // A board from its cells, row by row from the top as Poda writes them, the number of actions made, and the last of them.
    static Environment poda_read(const vector<string> &board, int ply, const vector<string> &moves) {
        static const char codes[] = {0, 1, 2, 4, 5};
        Environment made;
        made.ply_ = ply;
        made.last_mover_ = ply > 0 ? mover(ply - 1) : 0;
        for (size_t i = 0; i < board.size() && i < sizeof made.cells_; i++) {
            made.cells_[SIZE - 1 - i / SIZE][i % SIZE] = codes[atoi(board[i].c_str()) % 5];
        }
        for (size_t i = 0; i < moves.size(); i++) {
            const int number = ply - static_cast<int>(moves.size()) + static_cast<int>(i);
            made.last_action_[mover(number)] = moves[i] == "B" ? static_cast<int>(BOOM) : atoi(moves[i].c_str()) - 1;
        }
        return made;
    }

private:
    static const int SIZE = 7;

    // Plain Conecta-4 has no BOOM.
    static int actions_of_game() { return poda::connect_game() == poda::PLAIN_GAME ? BOOM : BOOM + 1; }

    static bool is_boom() { return poda::connect_game() == poda::BOOM_GAME; }

    // BOOM: 1, 2 2, 1 1, ...; the others in alternation.
    static int mover(int ply) { return (is_boom() ? (ply + 1) / 2 : ply) % 2 == 0 ? 1 : 2; }

    bool is_possible(int action) const {
        if (action == BOOM) {
            return Have_BOOM(JugadorActivo());
        }
        return action >= 0 && action < SIZE && cells_[SIZE - 1][action] == 0;
    }

    Environment after(int action) const {
        Environment next = *this;
        next.AcceptAction(static_cast<ActionType>(action));
        next.ChangePlayer();
        return next;
    }

    int owner(int row, int col) const { return cells_[row][col] % 3; }

    void explode(int player) {
        for (int row = 0; row < SIZE; row++) {
            for (int col = 0; col < SIZE; col++) {
                if (cells_[row][col] == player + 3) {
                    AplicarExplosion(row, col);
                    return;
                }
            }
        }
    }

    // Who has lines of four, and the owner of the first one: rows from the lowest, columns from the left.
    int look_for_lines(bool *lines) const {
        int first = 0;
        for (int row = 0; row < SIZE; row++) {
            for (int col = 0; col < SIZE; col++) {
                int who;
                if (EnLinea(row, col, who)) {
                    lines[who] = true;
                    first = first == 0 ? who : first;
                }
            }
        }
        return first;
    }

    char cells_[SIZE][SIZE];
    int ply_;
    int last_mover_;
    int last_action_[3];
};

#endif
