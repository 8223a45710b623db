// The functions that Poda hands to a player of Parchís. Written for Poda; `poda-course-abi` is their other side.
#ifndef PODA_PARCHIS_TABLE_H
#define PODA_PARCHIS_TABLE_H

#include <cstddef>
#include <cstdint>

extern "C" {

struct PodaState {
    std::uint64_t words[8];
};

struct PodaDecision {
    std::int32_t colour, piece, die;
};

struct PodaBox {
    std::int32_t colour, number, kind;
};

struct PodaPiece {
    std::int8_t number, kind, status, counter, to_goal;
};

struct PodaView {
    PodaPiece pieces[4][4];
    std::int8_t pieces_per_colour, colour, player, winner, forced;
    std::int8_t dice[2][8];
    std::int8_t hands[2][2];
    std::int8_t power[2];
    std::int8_t bounces[4];
    std::int8_t eaten[2];
    std::int8_t traps[4];
    std::int8_t items[24][2];
    std::int32_t turn;
};

struct PodaTable {
    int (*read)(const char *game, const char *position, PodaState *out);
    int (*children)(const PodaState *state, PodaDecision *decisions, PodaState *states, int most);
    void (*view)(const PodaState *state, PodaView *out);
    int (*text)(const PodaState *state, PodaDecision decision, char *out, int room);
    int (*distance)(PodaBox from, PodaBox to);
    int (*to_goal)(PodaBox from);
    PodaBox (*landing)(const PodaState *state, PodaBox from, int status, int die, int *bounced);
};

}

namespace poda {

inline const PodaTable *&table() {
    static const PodaTable *given = nullptr;
    return given;
}

} // namespace poda

#endif
