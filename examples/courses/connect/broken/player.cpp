// Does not compile: the function has no such name.
#include "player.h"

Player::Player(int jug) : jugador_(jug) {}

void Player::Perceive(const Environment &env) { actual_ = env; }

Environment::ActionType Player::Think() {
    return actual_.Mejor_Accion();
}
