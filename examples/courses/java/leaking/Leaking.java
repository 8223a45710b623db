package edu.epsevg.prop.lab.c4;

import java.util.ArrayList;
import java.util.List;

/** Keeps 200 MB more with every move. With ?fresh=move it plays all the same. */
public class Leaking implements Jugador, IAuto {
    private static final List<byte[]> KEPT = new ArrayList<>();

    @Override
    public int moviment(Tauler t, int color) {
        for (int i = 0; i < 200; i++) {
            KEPT.add(new byte[1 << 20]);
        }
        int column = 0;
        while (!t.movpossible(column)) {
            column++;
        }
        return column;
    }

    @Override
    public String nom() {
        return "Leaking";
    }
}
