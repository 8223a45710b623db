// The board of Parchís: what stands where. Written for Poda.
#ifndef PODA_BOARD_H
#define PODA_BOARD_H

#include "Attributes.h"
#include "PodaParchis.h"

class Piece {
public:
    Piece() : c_(none), type_(normal_piece), left_(0) {}
    Piece(color c, const Box &box, special_type type = normal_piece, int left = 0)
        : c_(c), box_(box), type_(type), left_(left) {}
    Piece(color c, const PodaPiece &piece)
        : c_(c), box_(piece.number, static_cast<box_type>(piece.kind), piece.kind == 0 ? none : c),
          type_(static_cast<special_type>(piece.status)), left_(piece.counter) {}

    color get_color() const { return c_; }
    const Box &get_box() const { return box_; }
    special_type get_type() const { return type_; }
    int get_turns_left() const { return left_; }
    void set_color(color c) { c_ = c; }
    void set_box(const Box &box) { box_ = box; }
    void set_type(special_type type) { type_ = type; }
    void set_turns_left(int left) { left_ = left; }
    bool operator==(const Piece &other) const {
        return c_ == other.c_ && box_ == other.box_ && type_ == other.type_ && left_ == other.left_;
    }
    bool operator!=(const Piece &other) const { return !(*this == other); }

private:
    color c_;
    Box box_;
    special_type type_;
    int left_;
};

// A banana on the track.
struct BoardTrap {
    trap_type type;
    Box box;
    BoardTrap(trap_type type, const Box &box) : type(type), box(box) {}
    trap_type getType() const { return type; }
    const Box &getBox() const { return box; }
};

// An object on the track.
struct SpecialItem {
    item_type type;
    Box box;
};

class Board {
public:
    explicit Board(const PodaView &view) {
        for (int c = 0; c < 4; c++) {
            for (int i = 0; i < view.pieces_per_colour; i++) {
                pieces_[c].push_back(Piece(static_cast<color>(c), view.pieces[c][i]));
            }
        }
        for (int i = 0; i < 4 && view.traps[i] != 0; i++) {
            traps_.push_back(BoardTrap(banana_trap, Box(view.traps[i], normal, none)));
        }
        for (int i = 0; i < 24 && view.items[i][0] != 0; i++) {
            items_.push_back(SpecialItem{static_cast<item_type>(view.items[i][1]), Box(view.items[i][0], normal, none)});
        }
    }

    const Piece &getPiece(color c, int id) const { return pieces_[c].at(id); }
    const vector<Piece> &getPieces(color c) const { return pieces_[c]; }
    const vector<BoardTrap> &getTraps() const { return traps_; }
    const vector<SpecialItem> &getSpecialItems() const { return items_; }
    bool operator==(const Board &other) const {
        return std::equal(pieces_, pieces_ + 4, other.pieces_);
    }
    bool operator!=(const Board &other) const { return !(*this == other); }

private:
    vector<Piece> pieces_[4];
    vector<BoardTrap> traps_;
    vector<SpecialItem> items_;
};

class PowerBar {
public:
    explicit PowerBar(int power = 0) : power_(power) {}
    int getPower() const { return power_; }

private:
    int power_;
};

#endif
