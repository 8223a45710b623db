// The board of N en raya under the names that the course of Granada gave it. Written for Poda from the rules. 9 rows, 9 columns and
// five in a row are the course's own game; every other size is plain k in a row.
#ifndef PODA_TABLERO_HPP
#define PODA_TABLERO_HPP

// More than is needed here: players of the courses include what they use only by luck.
#include <algorithm>
#include <array>
#include <chrono>
#include <climits>
#include <cmath>
#include <cstdlib>
#include <cstring>
#include <functional>
#include <iostream>
#include <limits>
#include <map>
#include <queue>
#include <random>
#include <set>
#include <string>
#include <unordered_map>
#include <utility>
#include <vector>

class Tablero {
public:
    enum class TipoCelda { NORMAL, ROJO, VERDE, AMARILLO };

    Tablero(int filas, int cols, int nParaGanar)
        : filas_(filas), columnas_(cols), line_(nParaGanar), turn_(1), left_(1), phase_(0), moves_(0) {
        std::memset(cells_, 0, sizeof cells_);
        if (is_ninja()) {
            phase_ = 2;
            moves_ = STONES;
            cells_[4 * 9 + 0] = cells_[0 * 9 + 4] = 1;
            cells_[4 * 9 + 8] = cells_[8 * 9 + 4] = 2;
        }
    }

    int getFilas() const { return filas_; }
    int getColumnas() const { return columnas_; }
    int getNParaGanar() const { return line_; }
    // Beyond the edge there is nothing.
    int getCelda(int f, int c) const {
        return f < 0 || f >= filas_ || c < 0 || c >= columnas_ ? 0 : cells_[f * columnas_ + c];
    }
    int getJugadorTurno() const { return turn_; }
    int getMovimientosRestantes() const { return left_; }
    int getFaseActual() const { return phase_; }
    // How many stones were put, those of the start too.
    int getTurnoActual() const { return moves_; }

    TipoCelda getTipoCelda(int f, int c) const {
        if (!is_ninja()) {
            return TipoCelda::NORMAL;
        }
        const int rows = std::abs(f - 4), columns = std::abs(c - 4);
        if (rows + columns <= 1) {
            return TipoCelda::ROJO;
        }
        if (rows + columns == 2 && (rows == 0 || columns == 0)) {
            return TipoCelda::AMARILLO;
        }
        return rows == 3 && columns == 3 ? TipoCelda::VERDE : TipoCelda::NORMAL;
    }

    bool tieneAdyacente(int f, int c) const {
        for (int row = std::max(f - 1, 0); row <= std::min(f + 1, filas_ - 1); row++) {
            for (int column = std::max(c - 1, 0); column <= std::min(c + 1, columnas_ - 1); column++) {
                if ((row != f || column != c) && getCelda(row, column) != 0) {
                    return true;
                }
            }
        }
        return false;
    }

    // Puts a stone of the player to move; false if that is not legal.
    bool ponerPieza(int f, int c, int jugador) {
        if (jugador != turn_ || !is_legal(f, c)) {
            return false;
        }
        const TipoCelda kind = getTipoCelda(f, c);
        set(f, c, kind == TipoCelda::ROJO ? 3 - jugador : jugador);
        if (kind == TipoCelda::AMARILLO) {
            for (int i = 0; i < 9; i++) {
                if (i != c) {
                    set(f, i, 0);
                }
                if (i != f) {
                    set(i, c, 0);
                }
            }
        }
        moves_++;
        left_ += kind == TipoCelda::VERDE ? 0 : -1;
        if (left_ <= 0 || comprobarGanador() != 0) {
            turn_ = 3 - turn_;
            left_ = is_ninja() ? 2 : 1;
            phase_++;
        }
        return true;
    }

    // The player to move has no legal cell: the other one goes on with the moves that are left.
    void pasarTurno() {
        phase_ += turn_ == 2 ? 1 : 0;
        turn_ = 3 - turn_;
        moves_++;
    }

    bool tieneMovimientosValidos() const {
        for (int f = 0; f < filas_; f++) {
            for (int c = 0; c < columnas_; c++) {
                if (is_legal(f, c)) {
                    return true;
                }
            }
        }
        return false;
    }

    // The boards after each legal cell; the one after passing where there is none.
    std::vector<Tablero> getSucesores() const {
        std::vector<Tablero> boards;
        for (const auto &next : getSucesoresConMovimientos()) {
            boards.push_back(next.first);
        }
        if (boards.empty() && comprobarGanador() == 0) {
            boards.push_back(*this);
            boards.back().pasarTurno();
        }
        return boards;
    }

    // The boards after each legal cell, with the cell; nothing where there is none.
    std::vector<std::pair<Tablero, std::pair<int, int>>> getSucesoresConMovimientos() const {
        std::vector<std::pair<Tablero, std::pair<int, int>>> boards;
        if (comprobarGanador() != 0) {
            return boards;
        }
        for (int f = 0; f < filas_; f++) {
            for (int c = 0; c < columnas_; c++) {
                if (is_legal(f, c)) {
                    boards.emplace_back(*this, std::make_pair(f, c));
                    boards.back().first.ponerPieza(f, c, turn_);
                }
            }
        }
        return boards;
    }

    // 1 or 2 has won, 0 while the game goes on, -1 for a draw.
    int comprobarGanador() const {
        for (int f = 0; f < filas_; f++) {
            for (int c = 0; c < columnas_; c++) {
                for (int way = 0; way < 4; way++) {
                    if (is_line(f, c, way, line_)) {
                        return getCelda(f, c);
                    }
                }
            }
        }
        return estaLleno() ? getGanadorDesempate() : 0;
    }

    // The cells of the line that has won; none if there is none.
    std::vector<std::pair<int, int>> getLineaGanadora() const {
        for (int jugador : {1, 2}) {
            const auto lines = buscarTodasLasLineas(line_, jugador);
            if (!lines.empty()) {
                return lines.front();
            }
        }
        return {};
    }

    bool estaLleno() const { return std::memchr(cells_, 0, filas_ * columnas_) == nullptr; }

    bool esVacio() const {
        return std::count(cells_, cells_ + filas_ * columnas_, 0) == filas_ * columnas_;
    }

    // How many groups of so many own stones in a row there are, overlapping ones too.
    int contarCombinaciones(int longitud, int jugador) const {
        int count = 0;
        for (int f = 0; f < filas_; f++) {
            for (int c = 0; c < columnas_; c++) {
                for (int way = 0; way < 4; way++) {
                    count += getCelda(f, c) == jugador && is_line(f, c, way, longitud);
                }
            }
        }
        return count;
    }

    std::vector<std::vector<std::pair<int, int>>> buscarTodasLasLineas(int longitud, int jugador) const {
        std::vector<std::vector<std::pair<int, int>>> lines;
        for (int f = 0; f < filas_; f++) {
            for (int c = 0; c < columnas_; c++) {
                for (int way = 0; way < 4; way++) {
                    if (getCelda(f, c) != jugador || !is_line(f, c, way, longitud)) {
                        continue;
                    }
                    lines.emplace_back();
                    for (int i = 0; i < longitud; i++) {
                        lines.back().emplace_back(f + i * step(way)[0], c + i * step(way)[1]);
                    }
                }
            }
        }
        return lines;
    }

    // Who has more groups of four on a full board; -1 if nobody. Plain boards that are full are drawn.
    int getGanadorDesempate() const {
        if (!is_ninja()) {
            return -1;
        }
        const int first = contarCombinaciones(4, 1), second = contarCombinaciones(4, 2);
        return first > second ? 1 : second > first ? 2 : -1;
    }

    // A board from its cells, row by row from the top as Poda writes them, and the other fields of its position line.
    static Tablero poda_read(Tablero board, const std::vector<std::string> &cells, const std::vector<std::string> &fields) {
        for (std::size_t i = 0; i < cells.size() && i < sizeof board.cells_; i++) {
            board.cells_[i] = static_cast<signed char>(std::atoi(cells[i].c_str()));
        }
        const auto field = [&](std::size_t index, int otherwise) {
            return index < fields.size() ? std::atoi(fields[index].c_str()) : otherwise;
        };
        board.turn_ = field(1, 1);
        board.left_ = field(2, 1);
        const int size = board.filas_ * board.columnas_;
        const int stones = size - static_cast<int>(std::count(board.cells_, board.cells_ + size, 0));
        board.phase_ = field(3, stones);
        board.moves_ = board.is_ninja() ? field(4, 0) + STONES : stones;
        return board;
    }

private:
    // What stands there at the start of the course's own game.
    static const int STONES = 4;

    bool is_ninja() const { return filas_ == 9 && columnas_ == 9 && line_ == 5; }

    void set(int f, int c, int stone) { cells_[f * columnas_ + c] = static_cast<signed char>(stone); }

    bool is_legal(int f, int c) const {
        if (f < 0 || f >= filas_ || c < 0 || c >= columnas_ || getCelda(f, c) != 0) {
            return false;
        }
        return !is_ninja() || ((f + c) % 3 == phase_ % 3 && tieneAdyacente(f, c));
    }

    // To the right, down, down to the right, down to the left.
    static const int *step(int way) {
        static const int steps[4][2] = {{0, 1}, {1, 0}, {1, 1}, {1, -1}};
        return steps[way];
    }

    bool is_line(int f, int c, int way, int length) const {
        const int stone = getCelda(f, c);
        const int end_row = f + (length - 1) * step(way)[0], end_column = c + (length - 1) * step(way)[1];
        if (stone == 0 || end_row >= filas_ || end_column < 0 || end_column >= columnas_) {
            return false;
        }
        for (int i = 1; i < length; i++) {
            if (getCelda(f + i * step(way)[0], c + i * step(way)[1]) != stone) {
                return false;
            }
        }
        return true;
    }

    // Fields are not constant: boards are assigned.
    signed char cells_[15 * 15];
    int filas_, columnas_, line_;
    int turn_, left_, phase_, moves_;
};

#endif
