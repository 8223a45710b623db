import edu.epsevg.prop.lab.c4.Tauler;
import java.io.BufferedReader;
import java.io.InputStreamReader;

/**
 * Follows recorded games with the course's board and compares everything that it shows. Each line of the input is a word and what
 * belongs to it: `game SIZE`, then for each position `at MOVER BOARD`, `legal COLUMNS` or `end WINNER`, and `play COLUMN`.
 */
public final class CompareJava {
    private static int lineNumber = 0;

    private static void check(boolean holds, String what) {
        if (!holds) {
            System.out.println("line " + lineNumber + ": " + what);
            System.exit(1);
        }
    }

    public static void main(String[] arguments) throws Exception {
        BufferedReader input = new BufferedReader(new InputStreamReader(System.in));
        Tauler board = new Tauler(1);
        int mover = 1;
        int last = -1;
        int positions = 0;
        for (String line = input.readLine(); line != null; line = input.readLine()) {
            lineNumber++;
            String[] words = line.split(" ");
            int size = board.getMida();
            if (words[0].equals("game")) {
                board = new Tauler(Integer.parseInt(words[1]));
                last = -1;
            } else if (words[0].equals("at")) {
                mover = Integer.parseInt(words[1]);
                for (int i = 0; i < size * size; i++) {
                    int cell = words[2].charAt(i) - '0';
                    int color = cell == 2 ? -1 : cell;
                    check(board.getColor(size - 1 - i / size, i % size) == color, "a cell");
                }
                Tauler copy = new Tauler(board);
                check(copy.equals(board), "a copy");
                positions++;
            } else if (words[0].equals("legal")) {
                StringBuilder legal = new StringBuilder("legal");
                for (int column = 0; column < size; column++) {
                    if (board.movpossible(column)) {
                        legal.append(' ').append(Integer.toString(column + 1, 36));
                    }
                }
                check(legal.toString().equals(line), "the legal moves");
                check(board.espotmoure(), "somebody can move");
                check(last < 0 || !board.solucio(last, mover == 1 ? -1 : 1), "the game is not over");
            } else if (words[0].equals("end")) {
                int winner = Integer.parseInt(words[1]);
                boolean won = board.solucio(last, mover == 1 ? -1 : 1);
                check(won == (winner != 0), "the winner");
                check(won || !board.espotmoure(), "the end");
            } else if (words[0].equals("play")) {
                last = Integer.parseInt(words[1], 36) - 1;
                board.afegeix(last, mover == 1 ? 1 : -1);
            }
        }
        System.out.println(positions);
    }
}
