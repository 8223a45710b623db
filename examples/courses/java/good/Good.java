package edu.epsevg.prop.lab.c4;

import javafx.util.Pair;

/** Alpha-beta to a given depth, in the form of the EPSEVG course. */
public class Good implements Jugador, IAuto {
    private final int depth;
    private final boolean talks;
    private int me;

    public Good() {
        this(4, false);
    }

    public Good(int depth, boolean talks) {
        this.depth = depth;
        this.talks = talks;
    }

    @Override
    public int moviment(Tauler t, int color) {
        me = color;
        Pair<Integer, Integer> best = search(t, depth, color, -1000000, 1000000);
        if (talks) {
            System.out.println(nom() + ": column " + best.getKey() + ", value " + best.getValue());
        }
        return best.getKey();
    }

    private Pair<Integer, Integer> search(Tauler t, int left, int color, int alpha, int beta) {
        int best = -1;
        for (int column = 0; column < t.getMida(); column++) {
            if (!t.movpossible(column)) {
                continue;
            }
            Tauler next = new Tauler(t);
            next.afegeix(column, color);
            int value;
            if (next.solucio(column, color)) {
                value = color == me ? 100000 + left : -100000 - left;
            } else if (left == 1 || !next.espotmoure()) {
                value = value(next);
            } else {
                value = search(next, left - 1, -color, alpha, beta).getValue();
            }
            if (best == -1 || (color == me ? value > alpha : value < beta)) {
                best = column;
            }
            if (color == me) {
                alpha = Math.max(alpha, value);
            } else {
                beta = Math.min(beta, value);
            }
            if (alpha >= beta) {
                break;
            }
        }
        return new Pair<>(best, color == me ? alpha : beta);
    }

    private int value(Tauler t) {
        int sum = 0;
        for (int row = 0; row < t.getMida(); row++) {
            for (int column = 0; column < t.getMida(); column++) {
                sum += me * t.getColor(row, column) * Math.min(column, t.getMida() - 1 - column);
            }
        }
        return sum;
    }

    @Override
    public String nom() {
        return "Good";
    }
}
