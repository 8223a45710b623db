// Written for Poda.
package edu.epsevg.prop.lab.c4;

/** A player of the EPSEVG course. */
public interface Jugador {
    /** The column of its stone, from 0. */
    int moviment(Tauler t, int color);

    String nom();
}
