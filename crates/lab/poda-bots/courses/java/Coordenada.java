// Written for Poda.
package edu.epsevg.prop.lab.c4;

/** A cell of the board. */
public class Coordenada {
    public int fila;
    public int columna;

    public Coordenada(int fila, int columna) {
        this.fila = fila;
        this.columna = columna;
    }

    public int getFila() {
        return fila;
    }

    public int getColumna() {
        return columna;
    }

    @Override
    public boolean equals(Object altra) {
        return altra instanceof Coordenada && fila == ((Coordenada) altra).fila && columna == ((Coordenada) altra).columna;
    }

    @Override
    public int hashCode() {
        return 31 * fila + columna;
    }

    @Override
    public String toString() {
        return "(" + fila + ", " + columna + ")";
    }
}
