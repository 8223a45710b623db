package edu.epsevg.prop.lab.c4;

/** Prints before it is asked, prints a lot when it is, and waits for a key. */
public class Printing implements Jugador, IAuto {
    static {
        System.out.println("1\nhello");
    }

    @Override
    public int moviment(Tauler t, int color) {
        for (int i = 0; i < 1000; i++) {
            System.out.println("thinking " + i);
        }
        try {
            System.in.read();
        } catch (java.io.IOException error) {
            System.out.println(error);
        }
        int column = t.getMida() - 1;
        while (!t.movpossible(column)) {
            column--;
        }
        return column;
    }

    @Override
    public String nom() {
        return "Printing";
    }
}
