package edu.epsevg.prop.lab.c4;

import com.sun.tools.javac.util.Pair;
import javax.swing.Timer;

/** Takes its pairs from the inside of the compiler, and a timer from the window system. */
public class Inner extends Base
    implements Jugador, IAuto
{
    private final Timer timer = new Timer(10, event -> System.out.println("tick"));

    public int moviment(Tauler t, int color) {
        timer.start();
        Pair<Integer, Integer> best = new Pair<>(Integer.MIN_VALUE, -1);
        for (int columna = 0; columna < t.getMida(); columna++) {
            if (t.movpossible(columna) && -Math.abs(2 * columna - t.getMida()) > best.fst) {
                best = new Pair<>(-Math.abs(2 * columna - t.getMida()), columna);
            }
        }
        timer.stop();
        return best.snd;
    }
}
