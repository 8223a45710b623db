package edu.epsevg.prop.lab.c4;

/** Answers -1, as players do that found every move lost. */
public class Unset implements Jugador, IAuto {
    @Override
    public int moviment(Tauler t, int color) {
        return -1;
    }

    @Override
    public String nom() {
        return "Unset";
    }
}
