// Keeps its action from turn to turn: once the column is full, no move is chosen.
#include "player.h"

static int action = 3;

Player::Player(int jug) : jugador_(jug) {}

void Player::Perceive(const Environment &env) { actual_ = env; }

Environment::ActionType Player::Think() { return static_cast<Environment::ActionType>(action); }
