// The board of the EPSEVG course under the names that it gave it. Written for Poda from the rules.
package edu.epsevg.prop.lab.c4;

/** A square Connect-4 board. Row 0 is the lowest; 1 and -1 are the players' stones, 0 is empty. */
public class Tauler {
    private final int mida;
    private final byte[] caselles;
    private final byte[] alcades;

    public Tauler(int mida) {
        this.mida = mida;
        caselles = new byte[mida * mida];
        alcades = new byte[mida];
    }

    public Tauler(Tauler t) {
        mida = t.mida;
        caselles = t.caselles.clone();
        alcades = t.alcades.clone();
    }

    public int getMida() {
        return mida;
    }

    public int getColor(int fila, int columna) {
        return caselles[fila * mida + columna];
    }

    /** Whether a stone can be dropped into a column. */
    public boolean movpossible(int columna) {
        return columna >= 0 && columna < mida && alcades[columna] < mida;
    }

    /** Whether any stone can be dropped. */
    public boolean espotmoure() {
        for (int columna = 0; columna < mida; columna++) {
            if (movpossible(columna)) {
                return true;
            }
        }
        return false;
    }

    /** Drops a stone. */
    public void afegeix(int columna, int color) {
        if (!movpossible(columna)) {
            throw new IllegalArgumentException("column " + columna + " is full or outside of the board");
        }
        caselles[alcades[columna]++ * mida + columna] = (byte) color;
    }

    /** Whether the topmost stone of a column is of that colour and part of four in a row. */
    public boolean solucio(int columna, int color) {
        int fila = alcades[columna] - 1;
        if (fila < 0 || getColor(fila, columna) != color) {
            return false;
        }
        int[][] passos = {{0, 1}, {1, 0}, {1, 1}, {1, -1}};
        for (int[] pas : passos) {
            int llarg = 1 + compta(fila, columna, pas[0], pas[1], color) + compta(fila, columna, -pas[0], -pas[1], color);
            if (llarg >= 4) {
                return true;
            }
        }
        return false;
    }

    private int compta(int fila, int columna, int df, int dc, int color) {
        int n = 0;
        for (int f = fila + df, c = columna + dc; f >= 0 && f < mida && c >= 0 && c < mida && getColor(f, c) == color; f += df, c += dc) {
            n++;
        }
        return n;
    }

    public void pintaTaulerALaConsola() {
        System.out.println(this);
    }

    @Override
    public boolean equals(Object altre) {
        return altre instanceof Tauler && java.util.Arrays.equals(caselles, ((Tauler) altre).caselles);
    }

    @Override
    public int hashCode() {
        return java.util.Arrays.hashCode(caselles);
    }

    @Override
    public String toString() {
        StringBuilder text = new StringBuilder();
        for (int fila = mida - 1; fila >= 0; fila--) {
            for (int columna = 0; columna < mida; columna++) {
                text.append(getColor(fila, columna) == 0 ? '.' : getColor(fila, columna) == 1 ? '1' : '2').append(' ');
            }
            text.append('\n');
        }
        return text.toString();
    }
}
