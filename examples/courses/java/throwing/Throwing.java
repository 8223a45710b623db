package edu.epsevg.prop.lab.c4;

/** Has not been written yet. */
public class Throwing implements Jugador, IAuto {
    @Override
    public int moviment(Tauler t, int color) {
        throw new UnsupportedOperationException("Not supported yet.");
    }

    @Override
    public String nom() {
        return "Throwing";
    }
}
