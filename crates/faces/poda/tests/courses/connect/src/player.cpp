// Asks for everything that the players of the course ask for, and is as careless as they are.
#include "../include/environment.h"
#include "player.h"

#include <map>

using namespace std;

// Names that headers have too which it does not include.
const int j1 = 1, j2 = 2;
int index = 0;

// Nothing is returned where nobody has won: whatever is there is the value.
double careless(const Environment &board, int player) {
    const int winner = board.RevisarTablero2();
    if (winner == player)
        return 1000 + index;
    else if (winner != 0)
        return -1000;
}

// Nothing at all is returned.
pair<int, int> nothing(const Environment &board) {
    cout << board.Get_Casillas_Libres() << endl;
}

Player::Player(int jug) { jugador_ = jug; }

void Player::Perceive(const Environment &env) { actual_ = env; }

// Looks beyond the edges and beyond its array.
int Player::wild(const Environment &board) {
    int found[7], sum = 0;
    for (int i = -3; i < 12; i++)
        sum += board.See_Casilla(i, i) + board.See_Casilla(6, i + 1) + board.See_Casilla(i, -i);
    for (int i = 0; i <= 7; i++)
        if (i < 7)
            found[i] = board.Get_Ocupacion_Columna(i);
    for (int i = 0; i <= 7 && found[i] != -12345; i++)
        sum += i;
    return sum;
}

Environment::ActionType Player::Think() {
    // One less than there are actions.
    bool few[7];
    volatile char room[16] = {0};
    actual_.possible_actions(few);
    int line, winner = 0;
    for (int row = 0; row < 7; row++)
        for (int col = 0; col < 7; col++)
            if (actual_.EnLinea(row, col, line) || actual_.EnLinea2(row, col, line) || actual_.EnLinea2(row, col, 1))
                winner = line;
    Environment other = actual_, children[8];
    other.Show(j1, j2);
    other.Change();
    other.PintaTablero();
    char cells[49];
    other.CopiarTablero(cells);
    other.ModificarTablero(cells);
    const int number = actual_.GenerateAllMoves(children);
    map<double, int> best;
    for (int i = 0; i < number; i++)
        best[careless(children[i], jugador_) + i] = children[i].Last_Action(jugador_);
    nothing(other);
    cout << wild(other) << ' ' << winner << ' ' << room[3] << ' ' << actual_.N_Jugada() << actual_.Put_FichaBOOM_now() << endl;
    if (actual_.Have_BOOM(jugador_) && !actual_.Have_BOOM(0)) {
        for (int i = 0; i < 49; i++)
            if (actual_.See_Casilla(i / 7, i % 7) == jugador_ + 3)
                other.AplicarExplosion(i / 7, i % 7);
        Environment boom = actual_;
        boom.AcceptAction(Environment::BOOM);
        for (int i = 0; i < 49; i++)
            if (boom.See_Casilla(i / 7, i % 7) != other.See_Casilla(i / 7, i % 7))
                return static_cast<Environment::ActionType>(-1);
        if (other.RevisarTablero() == jugador_)
            return Environment::BOOM;
    }
    return static_cast<Environment::ActionType>(best.rbegin()->second);
}
