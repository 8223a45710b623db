// The words of Parchís as the course of Granada has them. Written for Poda.
#ifndef PODA_ATTRIBUTES_H
#define PODA_ATTRIBUTES_H

// More than is needed here: players of the courses include these only by luck.
#include <algorithm>
#include <climits>
#include <cmath>
#include <cstdlib>
#include <ctime>
#include <iostream>
#include <limits>
#include <list>
#include <map>
#include <memory>
#include <queue>
#include <set>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

using namespace std;

enum color { blue, red, green, yellow, none };
enum box_type { normal, home, final_queue, goal };
enum special_type { star_piece, boo_piece, mega_piece, small_piece, normal_piece, banana_piece };
// The last six are those of 2023/24, when the energy bar chose one of them.
enum item_type {
    not_an_item = -1,
    no_item = -1,
    power = 100,
    star = 101,
    boo = 102,
    bullet = 103,
    red_shell = 104,
    blue_shell = 105,
    mushroom = 106,
    mega_mushroom = 107,
    shock = 108,
    horn = 109,
    banana = 110,
    boom = 111,
    catapum = 112,
    boomboom = 113,
    catapumchimpum = 114
};
enum trap_type { banana_trap };

typedef item_type special_dice;

// No piece has this number: whoever has nothing to move passes.
const int SKIP_TURN = -9999;

struct Box {
    int num;
    box_type type;
    color col;

    Box() : num(0), type(home), col(none) {}
    Box(int num, box_type type, color col) : num(num), type(type), col(col) {}

    bool operator==(const Box &other) const { return num == other.num && type == other.type && col == other.col; }
    bool operator!=(const Box &other) const { return !(*this == other); }
    // The course sorts downwards.
    bool operator<(const Box &other) const { return make_tuple(num, type, col) > make_tuple(other.num, other.type, other.col); }
};

inline string str(color c) {
    static const char *names[] = {"Azul", "Rojo", "Verde", "Amarillo"};
    return c >= blue && c < none ? names[c] : "???";
}

// The other colour of the same player.
inline color partner_color(color c) {
    static const color partners[] = {green, yellow, blue, red};
    return c >= blue && c < none ? partners[c] : none;
}

// The first colour of the other player.
inline color opponent_color(color c) { return c == none ? none : c == yellow || c == red ? blue : yellow; }

inline string str(box_type t) {
    static const char *names[] = {"normal", "home", "final_queue", "goal"};
    return t >= normal && t <= goal ? names[t] : "????";
}

inline string str(special_type t) {
    static const char *names[] = {"star", "boo", "mega", "small", "normal", "banana"};
    return t >= star_piece && t <= banana_piece ? names[t] : "????";
}

inline string str(const Box &b) { return str(b.col) + " " + str(b.type) + " " + to_string(b.num); }

#endif
