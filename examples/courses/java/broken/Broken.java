package edu.epsevg.prop.lab.c4;

/** Does not compile: the board has no such method. */
public class Broken implements Jugador, IAuto {
    @Override
    public int moviment(Tauler t, int color) {
        return t.millorColumna();
    }

    @Override
    public String nom() {
        return "Broken";
    }
}
