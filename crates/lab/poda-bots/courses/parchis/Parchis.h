// Parchís of the Granada courses 2022/23 and 2023/24 under the names that they gave it: a view of Poda's rules, which it asks for
// everything. Written for Poda.
#ifndef PODA_PARCHIS_H
#define PODA_PARCHIS_H

#include "Attributes.h"
#include "Board.h"
#include "Dice.h"
#include "PodaParchis.h"

class ParchisBros;

// What has to be in a source file elsewhere: a template may be defined in a header.
template <class Unused> struct ParchisConstants {
    // All colours, in the order of their turns.
    static const vector<color> game_colors;
};
template <class Unused> const vector<color> ParchisConstants<Unused>::game_colors = {yellow, blue, red, green};

class Parchis : public ParchisConstants<void> {
public:
    Parchis() : state_(), view_(), seen_(true), has_parent_(false), last_(), before_(), before_bounces_(), before_items_() {}
    explicit Parchis(const PodaState &state)
        : state_(state), view_(), seen_(false), has_parent_(false), last_(), before_(), before_bounces_(), before_items_() {
        last_.colour = none;
        last_.piece = SKIP_TURN;
        last_.die = -1;
    }

    bool operator==(const Parchis &other) const {
        return getTurn() == other.getTurn() && shows_the_same(other);
    }
    bool operator!=(const Parchis &other) const { return !(*this == other); }

    // Whose turn it is, and how the game stands.
    int getTurn() const { return view().turn; }
    int getCurrentPlayerId() const { return view().player; }
    color getCurrentColor() const { return static_cast<color>(view().colour); }
    bool gameOver() const { return view().winner >= 0; }
    int getWinner() const { return view().winner; }
    color getColorWinner() const {
        for (int c = 0; c < 4; c++) {
            if (piecesAtGoal(static_cast<color>(c)) == view().pieces_per_colour) {
                return static_cast<color>(c);
            }
        }
        return none;
    }
    const vector<color> &getPlayerColors(int player) const {
        static const vector<color> sides[2] = {{yellow, red}, {blue, green}};
        return sides[player == 0 ? 0 : 1];
    }

    // Where the pieces are.
    // Made when it is first asked for; players keep references into it.
    const Board &getBoard() const {
        if (!board_) {
            board_ = make_shared<const Board>(view());
        }
        return *board_;
    }
    int piecesAtHome(color c) const { return count(c, home); }
    int piecesAtGoal(color c) const { return count(c, goal); }
    int distanceToGoal(color c, int id) const { return piece(c, id).to_goal; }
    int distanceToGoal(color c, const Box &b) const { return poda::table()->to_goal(numbers(c, b)); }
    bool isSafePiece(color c, int id) const { return isSafeBox(box(c, id)); }
    bool isSafeBox(const Box &b) const {
        // Each quarter of the track has three: the start, and two before the next quarter's.
        const int place = b.num % 17;
        return b.type == normal && (place == 4 || place == 13 || place == 0);
    }
    int distanceBoxtoBox(color c1, int id1, color c2, int id2) const {
        return poda::table()->distance(numbers(c1, box(c1, id1)), numbers(c2, box(c2, id2)));
    }
    int distanceBoxtoBox(color c1, const Box &b1, color c2, const Box &b2) const {
        return poda::table()->distance(numbers(c1, b1), numbers(c2, b2));
    }
    int distanceBoxtoBox(color c, const Box &b1, const Box &b2) const { return distanceBoxtoBox(c, b1, c, b2); }
    const Box getInitialBox(color c) const {
        static const int starts[] = {21, 38, 55, 4};
        return Box(starts[c], normal, none);
    }
    const Box getFinalBox(color c) const {
        static const int entries[] = {17, 34, 51, 68};
        return Box(entries[c], normal, none);
    }
    // The colours in a box, each with the number of its pieces.
    vector<pair<color, int>> boxState(const Box &b) const {
        vector<pair<color, int>> colours;
        for (const auto &one : pieces_in(b)) {
            if (colours.empty() || colours.back().first != one.first) {
                colours.push_back(make_pair(one.first, 0));
            }
            colours.back().second++;
        }
        return colours;
    }

    // The colour of two pieces that make a wall; `none` if there is no wall.
    color isWall(const Box &b) const {
        const vector<pair<color, int>> there = pieces_in(b);
        if (there.size() != 2 || there[0].first != there[1].first || (b.type != normal && b.type != final_queue)) {
            return none;
        }
        for (const auto &one : there) {
            const int status = piece(one.first, one.second).status;
            if (status == boo_piece || status == small_piece) {
                return none;
            }
        }
        return there[0].first;
    }
    // The colour of a mega piece that stands there alone; `none` if there is none.
    color isMegaWall(const Box &b) const {
        const vector<pair<color, int>> there = pieces_in(b);
        const bool is_mega = there.size() == 1 && piece(there[0].first, there[0].second).status == mega_piece;
        return is_mega ? there[0].first : none;
    }
    // What lies behind one box of the track, up to another one.
    vector<color> anyWall(const Box &b1, const Box &b2) const {
        return walls(b1, b2, [this](const Box &b) { return isWall(b); });
    }
    vector<color> anyMegaWall(const Box &b1, const Box &b2) const {
        return walls(b1, b2, [this](const Box &b) { return isMegaWall(b); });
    }
    vector<BoardTrap> anyTrap(const Box &b1, const Box &b2) const {
        vector<BoardTrap> traps;
        for (int number : path(b1, b2)) {
            for (int trap : view().traps) {
                if (trap == number) {
                    traps.push_back(BoardTrap(banana_trap, Box(number, normal, none)));
                }
            }
        }
        return traps;
    }
    vector<pair<color, int>> allPiecesBetween(const Box &b1, const Box &b2) const {
        vector<pair<color, int>> pieces;
        for (int number : path(b1, b2)) {
            for (const auto &one : pieces_in(Box(number, normal, none))) {
                pieces.push_back(one);
            }
        }
        return pieces;
    }

    // What may be played.
    // References, because players compare the begin of one answer with the end of the next one.
    const vector<int> &getAvailableNormalDices(int player) const {
        return list(0, player, [&] { return is_forced(player) ? vector<int>(1, view().forced) : positive(view().dice[player & 1], 8); });
    }
    const vector<int> &getAvailableSpecialDices(int player) const {
        return list(1, player, [&] { return is_forced(player) ? vector<int>() : positive(view().hands[player & 1], 2); });
    }
    const vector<int> &getAllAvailableDices(int player) const {
        return list(2, player, [&] { return joined(getAvailableNormalDices(player), getAvailableSpecialDices(player)); });
    }
    // All that a player has, even if a bonus has to be used first.
    const vector<int> &getNormalDices(int player) const {
        return list(3, player, [&] { return positive(view().dice[player & 1], 8); });
    }
    const vector<int> &getSpecialDices(int player) const {
        return list(4, player, [&] { return positive(view().hands[player & 1], 2); });
    }
    const vector<int> &getAllDices(int player) const {
        return list(5, player, [&] { return joined(getNormalDices(player), getSpecialDices(player)); });
    }
    // The same for the player of a colour.
    const vector<int> &getAvailableNormalDices(color c) const { return getAvailableNormalDices(player_of(c)); }
    const vector<int> &getAvailableSpecialDices(color c) const { return getAvailableSpecialDices(player_of(c)); }
    const vector<int> &getAllAvailableDices(color c) const { return getAllAvailableDices(player_of(c)); }
    const vector<int> &getNormalDices(color c) const { return getNormalDices(player_of(c)); }
    const vector<int> &getSpecialDices(color c) const { return getSpecialDices(player_of(c)); }
    const vector<int> &getAllDices(color c) const { return getAllDices(player_of(c)); }
    bool isSpecialDice(int dice) const { return dice >= 100; }
    bool isNormalDice(int dice) const { return dice >= 1 && dice <= 6; }
    vector<tuple<color, int>> getAvailablePieces(int player, int dice) const;
    vector<tuple<color, int>> getAvailablePieces(color c, int dice) const { return getAvailablePieces(player_of(c), dice); }
    bool isLegalMove(color c, int id, int dice) const;
    bool isLegalMove(const Piece &piece, int dice) const {
        return isLegalMove(piece.get_color(), id_of(piece.get_color(), piece.get_box()), dice);
    }
    bool canSkipTurn(int player, int dice) const { return getAvailablePieces(player, dice).empty(); }
    bool canSkipTurn(color c, int dice) const { return canSkipTurn(player_of(c), dice); }
    // Positions here come from legal games.
    bool illegalMove() const { return false; }
    bool overBounce() const {
        return std::any_of(view().bounces, view().bounces + 4, [](int bounces) { return bounces > 30; });
    }
    bool isPlaygroundMode() const { return false; }
    int getPower(int player) const { return view().power[player]; }
    PowerBar getPowerBar(int player) const { return PowerBar(getPower(player)); }
    PowerBar getPowerBar(color c) const { return getPowerBar(player_of(c)); }
    Dice getDice() const { return Dice(view()); }
    int getBounces(color c) const { return view().bounces[c]; }
    ParchisBros getChildren() const;
    // Plays a legal move; any other one changes nothing.
    void movePiece(color c, int id, int dice);
    // Where a piece lands with a normal die if nothing is in its way.
    Box computeMove(const Piece &piece, int dice, bool *goal_bounce = nullptr) const {
        int bounced = 0;
        const PodaBox to =
            poda::table()->landing(&state_, numbers(piece.get_color(), piece.get_box()), piece.get_type(), dice, &bounced);
        if (goal_bounce != nullptr) {
            *goal_bounce = bounced != 0;
        }
        return Box(to.number, static_cast<box_type>(to.kind), to.kind == normal ? none : piece.get_color());
    }
    Box computeMove(color c, const Box &b, int dice, bool *goal_bounce = nullptr) const {
        return computeMove(Piece(c, b), dice, goal_bounce);
    }
    // Where a piece came from if it walked so far.
    Box computeReverseMove(const Piece &piece, int dice) const {
        return computeReverseMove(piece.get_color(), piece.get_box(), dice);
    }
    Box computeReverseMove(color c, const Box &b, int dice) const {
        if (b.type == final_queue && b.num > dice) {
            return Box(b.num - dice, final_queue, c);
        }
        if (b.type != normal && b.type != final_queue) {
            return b;
        }
        const int steps = b.type == final_queue ? getFinalBox(c).num + b.num : b.num;
        return Box(((steps - dice - 1) % 68 + 68) % 68 + 1, normal, none);
    }
    Box nextBox(const Piece &piece) const { return computeMove(piece, 1); }
    Box nextBox(color c, const Box &b) const { return computeMove(c, b, 1); }
    // Where a piece stands after a special die; where it is if that is not legal.
    Box computeSpecialMove(const Piece &piece, int dice) const {
        return computeSpecialMove(piece.get_color(), piece.get_box(), dice);
    }
    Box computeSpecialMove(color c, const Box &b, int dice) const {
        const int id = id_of(c, b);
        Parchis next = *this;
        next.movePiece(c, id, dice);
        return id < 0 ? b : next.box(c, id);
    }

    // What the last move was and did.
    tuple<color, int, int> getLastAction() const {
        return make_tuple(static_cast<color>(last_.colour), static_cast<int>(last_.piece), static_cast<int>(last_.die));
    }
    int getLastDice() const { return last_.die; }
    // The way of the piece that moved, over the goal if it bounced there, and then those of the pieces that it sent away. After a
    // pass there is nothing, but room for it: players take the last one without looking.
    const vector<tuple<color, int, Box, Box>> &getLastMoves() const {
        if (!moved_) {
            const shared_ptr<Moved> moved = make_shared<Moved>();
            moved->reserve(8);
            const color mover = static_cast<color>(last_.colour);
            if (has_parent_ && mover < none && last_.piece >= 0) {
                const Box from = box_of(mover, before_[mover][last_.piece & 3]), to = box(mover, last_.piece);
                if (goalBounce()) {
                    moved->push_back(make_tuple(mover, last_.piece, from, Box(0, goal, mover)));
                    moved->push_back(make_tuple(mover, last_.piece, Box(0, goal, mover), to));
                } else if (from != to || !isSpecialDice(last_.die)) {
                    // One that has slipped stays where it is.
                    moved->push_back(make_tuple(mover, last_.piece, from, to));
                }
            }
            each_moved([&](color c, int id, const Box &from, const Box &to) {
                if (c != mover || id != last_.piece) {
                    moved->push_back(make_tuple(c, id, from, to));
                }
            });
            moved_ = moved;
        }
        return *moved_;
    }
    bool isEatingMove() const { return view().forced == 20; }
    bool isGoalMove() const { return view().forced == 10; }
    pair<color, int> eatenPiece() const {
        return view().eaten[0] < 0 ? make_pair(none, -1)
                                   : make_pair(static_cast<color>(view().eaten[0]), static_cast<int>(view().eaten[1]));
    }
    vector<pair<color, int>> piecesDestroyedLastMove() const {
        vector<pair<color, int>> destroyed;
        const pair<color, int> eaten = eatenPiece();
        each_moved([&](color c, int id, const Box &, const Box &to) {
            if (to.type == home && make_pair(c, id) != eaten) {
                destroyed.push_back(make_pair(c, id));
            }
        });
        return destroyed;
    }
    bool goalBounce() const {
        return has_parent_ && last_.colour < none && view().bounces[last_.colour] > before_bounces_[last_.colour];
    }
    bool itemAcquired() const { return getItemAcquired() != no_item; }
    // The object that the last move took; -1 if it took none.
    item_type getItemAcquired() const {
        if (!has_parent_) {
            return no_item;
        }
        for (const auto &item : before_items_) {
            bool there = item[0] == 0;
            for (const auto &left : view().items) {
                there = there || left[0] == item[0];
            }
            if (!there) {
                return static_cast<item_type>(item[1]);
            }
        }
        return no_item;
    }
    vector<pair<color, int>> piecesDestroyedByStar() const { return piecesDestroyedLastMove(); }
    vector<pair<color, int>> piecesCrushedByMegamushroom() const { return destroyed_by(mega_mushroom); }
    vector<pair<color, int>> piecesDestroyedByRedShell() const { return destroyed_by(red_shell); }
    vector<pair<color, int>> piecesDestroyedByBlueShell() const { return destroyed_by(blue_shell); }
    vector<pair<color, int>> piecesDestroyedByHorn() const { return destroyed_by(horn); }
    bool isStarMove() const { return last_.die == star; }
    bool isBooMove() const { return last_.die == boo; }
    bool isBulletMove() const { return last_.die == bullet; }
    bool isRedShellMove() const { return last_.die == red_shell; }
    bool isBlueShellMove() const { return last_.die == blue_shell; }
    bool isMushroomMove() const { return last_.die == mushroom; }
    bool isMegaMushroomMove() const { return last_.die == mega_mushroom; }
    bool isShockMove() const { return last_.die == shock; }
    bool isHornMove() const { return last_.die == horn; }
    bool isBananaMove() const { return last_.die == banana; }

    const PodaState &poda_state() const { return state_; }

private:
    friend class ParchisBros;

    Parchis(const Parchis &parent, const PodaDecision &decision, const PodaState &state)
        : state_(state), view_(), seen_(false), has_parent_(true), last_(decision) {
        const PodaView &before = parent.view();
        std::copy(&before.pieces[0][0], &before.pieces[0][0] + 16, &before_[0][0]);
        std::copy(before.bounces, before.bounces + 4, before_bounces_);
        std::copy(&before.items[0][0], &before.items[0][0] + 48, &before_items_[0][0]);
    }

    const PodaView &view() const {
        if (!seen_) {
            poda::table()->view(&state_, &view_);
            seen_ = true;
        }
        return view_;
    }

    bool shows_the_same(const Parchis &other) const {
        const unsigned char *a = reinterpret_cast<const unsigned char *>(&view());
        // Up to the turn, before which there may be bytes that mean nothing.
        return std::equal(a, a + offsetof(PodaView, items) + sizeof view().items, reinterpret_cast<const unsigned char *>(&other.view()));
    }

    const PodaPiece &piece(color c, int id) const { return view().pieces[c & 3][id & 3]; }
    static Box box_of(color c, const PodaPiece &piece) {
        return Box(piece.number, static_cast<box_type>(piece.kind), piece.kind == 0 ? none : c);
    }
    Box box(color c, int id) const { return box_of(c, piece(c, id)); }
    static PodaBox numbers(color c, const Box &b) {
        PodaBox numbers;
        numbers.colour = c;
        numbers.number = b.num;
        numbers.kind = b.type;
        return numbers;
    }

    int count(color c, box_type type) const {
        int found = 0;
        for (int id = 0; id < view().pieces_per_colour; id++) {
            found += piece(c, id).kind == type;
        }
        return found;
    }

    static int player_of(color c) { return c == yellow || c == red ? 0 : 1; }

    // The pieces in a box, in the order of their colours.
    vector<pair<color, int>> pieces_in(const Box &b) const {
        vector<pair<color, int>> there;
        for (int c = 0; c < 4; c++) {
            for (int id = 0; id < view().pieces_per_colour; id++) {
                if (box(static_cast<color>(c), id) == b) {
                    there.push_back(make_pair(static_cast<color>(c), id));
                }
            }
        }
        return there;
    }

    // The first piece of a colour in a box; -2, which is nobody's, if there is none.
    int id_of(color c, const Box &b) const {
        for (const auto &one : pieces_in(b)) {
            if (one.first == c) {
                return one.second;
            }
        }
        return -2;
    }

    template <class Wall> vector<color> walls(const Box &b1, const Box &b2, Wall wall) const {
        vector<color> found;
        for (int number : path(b1, b2)) {
            const color c = wall(Box(number, normal, none));
            if (c != none) {
                found.push_back(c);
            }
        }
        return found;
    }

    vector<pair<color, int>> destroyed_by(int die) const {
        return last_.die == die ? piecesDestroyedLastMove() : vector<pair<color, int>>();
    }

    static vector<int> path(const Box &b1, const Box &b2) {
        vector<int> cells;
        // The corridor and the goal lie behind a colour's last cell of the track.
        static const int entries[] = {17, 34, 51, 68};
        const int last = b2.type == normal ? b2.num : b2.type != home && b2.col != none ? entries[b2.col] : b1.num;
        if (b1.type == normal && last >= 1 && last <= 68) {
            for (int cell = b1.num; cell != last;) {
                cell = cell % 68 + 1;
                cells.push_back(cell);
            }
        }
        return cells;
    }

    bool is_forced(int player) const { return view().forced != 0 && player == view().player; }

    // A list that is made when it is first asked for, and lives as long as this board does.
    template <class Make> const vector<int> &list(int kind, int player, Make make) const {
        if (!lists_) {
            lists_ = make_shared<Lists>();
        }
        const int place = 2 * kind + (player & 1);
        if (!lists_->made[place]) {
            const vector<int> made = make();
            lists_->made[place] = true;
            lists_->dice[place] = made;
        }
        return lists_->dice[place];
    }

    static vector<int> joined(vector<int> first, const vector<int> &second) {
        first.insert(first.end(), second.begin(), second.end());
        return first;
    }

    static vector<int> positive(const std::int8_t *values, int most) {
        vector<int> list;
        for (int i = 0; i < most && values[i] != 0; i++) {
            list.push_back(values[i]);
        }
        return list;
    }

    template <class Action> void each_moved(Action action) const {
        for (int c = 0; has_parent_ && c < 4; c++) {
            for (int id = 0; id < view().pieces_per_colour; id++) {
                const color colour = static_cast<color>(c);
                const Box from = box_of(colour, before_[c][id]), to = box(colour, id);
                if (from != to) {
                    action(colour, id, from, to);
                }
            }
        }
    }

    PodaState state_;
    mutable PodaView view_;
    mutable shared_ptr<const Board> board_;
    struct Lists {
        vector<int> dice[12];
        bool made[12] = {};
    };
    mutable shared_ptr<Lists> lists_;
    typedef vector<tuple<color, int, Box, Box>> Moved;
    mutable shared_ptr<const Moved> moved_;
    mutable bool seen_;
    bool has_parent_;
    PodaDecision last_;
    PodaPiece before_[4][4];
    std::int8_t before_bounces_[4];
    std::int8_t before_items_[24][2];
};

// The children of a position, in the course's order.
class ParchisBros {
public:
    class Iterator {
    public:
        Iterator() : index_(0) {}
        Parchis &operator*() const { return (*children_)[index_].first; }
        Parchis *operator->() const { return &(*children_)[index_].first; }
        Iterator &operator++() {
            index_++;
            return *this;
        }
        Iterator operator++(int) {
            Iterator before = *this;
            index_++;
            return before;
        }
        bool operator==(const Iterator &other) const { return index_ == other.index_; }
        bool operator!=(const Iterator &other) const { return index_ != other.index_; }
        color getMovedColor() const { return static_cast<color>((*children_)[index_].second.colour); }
        int getMovedPieceId() const { return (*children_)[index_].second.piece; }
        int getMovedDiceValue() const { return (*children_)[index_].second.die; }

    private:
        friend class ParchisBros;
        typedef shared_ptr<vector<pair<Parchis, PodaDecision>>> Children;
        Iterator(const Children &children, size_t index) : children_(children), index_(index) {}
        Children children_;
        size_t index_;
    };

    explicit ParchisBros(const Parchis &parent) : children_(new vector<pair<Parchis, PodaDecision>>()) {
        PodaDecision decisions[128];
        PodaState states[128];
        const int count = poda::table()->children(&parent.state_, decisions, states, 128);
        children_->reserve(count);
        for (int i = 0; i < count; i++) {
            if (decisions[i].piece < 0) {
                decisions[i].piece = SKIP_TURN;
            }
            children_->push_back(make_pair(Parchis(parent, decisions[i], states[i]), decisions[i]));
        }
    }

    Iterator begin() const { return Iterator(children_, 0); }
    Iterator end() const { return Iterator(children_, children_->size()); }

private:
    Iterator::Children children_;
};

inline ParchisBros Parchis::getChildren() const { return ParchisBros(*this); }

inline vector<tuple<color, int>> Parchis::getAvailablePieces(int player, int dice) const {
    vector<tuple<color, int>> pieces;
    const ParchisBros children = getChildren();
    for (ParchisBros::Iterator it = children.begin(); it != children.end(); ++it) {
        const tuple<color, int> moved(it.getMovedColor(), it.getMovedPieceId());
        const bool is_new = std::find(pieces.begin(), pieces.end(), moved) == pieces.end();
        if (player == getCurrentPlayerId() && it.getMovedDiceValue() == dice && it.getMovedPieceId() != SKIP_TURN && is_new) {
            pieces.push_back(moved);
        }
    }
    return pieces;
}

inline bool Parchis::isLegalMove(color c, int id, int dice) const {
    const vector<tuple<color, int>> pieces = getAvailablePieces(getCurrentPlayerId(), dice);
    return std::find(pieces.begin(), pieces.end(), tuple<color, int>(c, id)) != pieces.end();
}

inline void Parchis::movePiece(color c, int id, int dice) {
    const ParchisBros children = getChildren();
    for (ParchisBros::Iterator it = children.begin(); it != children.end(); ++it) {
        const bool same_piece = id == SKIP_TURN || it.getMovedColor() == c;
        if (same_piece && it.getMovedPieceId() == id && it.getMovedDiceValue() == dice) {
            const Parchis next = *it;
            *this = next;
            return;
        }
    }
}

#endif
