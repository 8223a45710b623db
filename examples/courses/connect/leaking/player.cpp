// Takes 200 MB for every move and never gives them back. With ?fresh=move it plays all the same.
#include "player.h"

Player::Player(int jug) : jugador_(jug) {}

void Player::Perceive(const Environment &env) { actual_ = env; }

Environment::ActionType Player::Think() {
    for (int i = 0; i < 200; i++) {
        char *lost = new char[1 << 20];
        memset(lost, i, 1 << 20);
    }
    bool possible[8];
    actual_.possible_actions(possible);
    int first = 0;
    while (!possible[first]) {
        first++;
    }
    return static_cast<Environment::ActionType>(first);
}
