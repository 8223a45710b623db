// Looks for a stone where there is none, in a list that says so.
#include "player.h"

Player::Player(int jug) { jugador_ = jug; }

void Player::Perceive(const Environment &env) { actual_ = env; }

Environment::ActionType Player::Think() {
    const vector<int> columns(7, 0);
    return static_cast<Environment::ActionType>(columns.at(actual_.Get_Casillas_Libres()));
}
