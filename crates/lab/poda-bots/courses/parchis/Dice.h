// The dice of both players. Written for Poda.
#ifndef PODA_DICE_H
#define PODA_DICE_H

#include "Attributes.h"
#include "PodaParchis.h"

class Dice {
public:
    Dice() {}
    explicit Dice(const PodaView &view) {
        for (int player = 0; player < 2; player++) {
            layers_[player].push_back(list(view.dice[player], 8));
            special_[player] = list(view.hands[player], 2);
        }
        if (view.forced != 0) {
            layers_[view.player & 1].push_back(vector<int>(1, view.forced));
        }
    }

    // What may be used now: the ten or twenty of a bonus, or the dice in hand.
    const vector<int> &getDice(color c) const { return layers_[player_of(c)].back(); }
    const vector<int> &getSpecialDice(color c) const { return special_[player_of(c)]; }
    const vector<vector<int>> &getAllDiceLayers(color c) const { return layers_[player_of(c)]; }
    int getLayersSize(color c) const { return layers_[player_of(c)].size(); }
    bool isAvailable(color c, int n) const {
        const vector<int> &dice = getDice(c);
        return std::find(dice.begin(), dice.end(), n) != dice.end();
    }

private:
    static int player_of(color c) { return c == yellow || c == red ? 0 : 1; }

    static vector<int> list(const std::int8_t *values, int most) {
        vector<int> found;
        for (int i = 0; i < most && values[i] != 0; i++) {
            found.push_back(values[i]);
        }
        return found;
    }

    vector<vector<int>> layers_[2];
    vector<int> special_[2];
};

#endif
