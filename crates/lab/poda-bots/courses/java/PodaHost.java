import edu.epsevg.prop.lab.c4.Jugador;
import edu.epsevg.prop.lab.c4.Tauler;
import java.io.BufferedReader;
import java.io.ByteArrayInputStream;
import java.io.InputStreamReader;
import java.io.PrintStream;
import java.lang.reflect.Constructor;
import java.lang.reflect.InvocationTargetException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** Lets a player of the EPSEVG course answer Poda's questions. Arguments: its class and those of its constructor. */
public final class PodaHost {
    private PodaHost() {
    }

    public static void main(String[] arguments) {
        // The protocol has these two for itself: a player may print and read as it likes.
        PrintStream output = System.out;
        BufferedReader input = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
        System.setOut(System.err);
        System.setIn(new ByteArrayInputStream(new byte[0]));
        // A deep search needs more stack than the first thread has.
        new Thread(null, () -> play(input, output, arguments), "player", 64 << 20).start();
    }

    private static void play(BufferedReader input, PrintStream output, String[] arguments) {
        try {
            answerAll(input, output, arguments);
        } catch (OutOfMemoryError error) {
            output.print("?memory\n");
            output.flush();
            Runtime.getRuntime().halt(3);
        } catch (NoMove error) {
            output.print("?" + error.getMessage() + "\n");
            output.flush();
            Runtime.getRuntime().halt(4);
        } catch (StackOverflowError error) {
            // Its trace has a thousand lines that are the same.
            threw(output, error);
        } catch (Throwable error) {
            error.printStackTrace();
            threw(output, error);
        }
        // Threads that the player left behind do not keep us.
        Runtime.getRuntime().halt(0);
    }

    /** Says what a player threw, and where, in one line. */
    private static void threw(PrintStream output, Throwable error) {
        StackTraceElement[] trace = error.getStackTrace();
        String place = trace.length == 0 ? "" : " (" + trace[0].getFileName() + ":" + trace[0].getLineNumber() + ")";
        output.print("?threw " + (error + place).replaceAll("\\s+", " ") + "\n");
        output.flush();
        Runtime.getRuntime().halt(1);
    }

    /** The class cannot be used: said to Poda in one line. */
    private static final class NoMove extends RuntimeException {
        private static final long serialVersionUID = 1;

        NoMove(String message) {
            super(message);
        }
    }

    private static void answerAll(BufferedReader input, PrintStream output, String[] arguments) throws Throwable {
        Jugador[] players = new Jugador[3];
        List<String> before = new ArrayList<>();
        for (String line = input.readLine(); line != null; line = input.readLine()) {
            List<String> moves = list(line, "moves");
            if (moves.size() < before.size() || !moves.subList(0, before.size()).equals(before)) {
                players = new Jugador[3];
            }
            before = moves;
            int mark = Integer.parseInt(list(line, "mark").get(0));
            if (players[mark] == null) {
                players[mark] = make(arguments);
            }
            int color = mark == 1 ? 1 : -1;
            int column = players[mark].moviment(board(line), color);
            String move = column >= 0 && column < 36 ? Integer.toString(column + 1, 36) : "-";
            System.out.flush();
            output.print(move + "\t" + column + "\n");
            output.flush();
        }
    }

    private static Tauler board(String line) {
        List<String> cells = list(line, "board");
        int size = (int) Math.round(Math.sqrt(cells.size()));
        Tauler board = new Tauler(size);
        for (int row = size - 1; row >= 0; row--) {
            for (int column = 0; column < size; column++) {
                String cell = cells.get(row * size + column);
                if (!cell.equals("0")) {
                    board.afegeix(column, cell.equals("1") ? 1 : -1);
                }
            }
        }
        return board;
    }

    /** The items of a list, or the only value, behind a key of a JSON object whose texts have no escapes. */
    private static List<String> list(String line, String key) {
        String name = "\"" + key + "\":";
        int start = line.indexOf(name) + name.length();
        boolean isList = line.charAt(start) == '[';
        int end = isList ? line.indexOf(']', start) : line.indexOf(',', start);
        String inside = line.substring(isList ? start + 1 : start, end).replace("\"", "");
        return inside.isEmpty() ? new ArrayList<>() : Arrays.asList(inside.split(","));
    }

    private static Jugador make(String[] arguments) throws Throwable {
        Class<?> type = Class.forName(arguments[0]);
        String[] values = Arrays.copyOfRange(arguments, 1, arguments.length);
        StringBuilder offered = new StringBuilder();
        for (Constructor<?> constructor : type.getDeclaredConstructors()) {
            Object[] read = read(constructor.getParameterTypes(), values);
            if (read != null) {
                constructor.setAccessible(true);
                try {
                    return (Jugador) constructor.newInstance(read);
                } catch (InvocationTargetException error) {
                    throw error.getCause();
                }
            }
            offered.append(offered.length() == 0 ? "" : ", ").append(type.getSimpleName()).append('(');
            for (int i = 0; i < constructor.getParameterCount(); i++) {
                offered.append(i == 0 ? "" : ",").append(constructor.getParameterTypes()[i].getSimpleName());
            }
            offered.append(')');
        }
        throw new NoMove("constructor " + offered);
    }

    /** The values as the types say; null if they do not fit. */
    private static Object[] read(Class<?>[] types, String[] values) {
        if (types.length != values.length) {
            return null;
        }
        Object[] read = new Object[types.length];
        for (int i = 0; i < types.length; i++) {
            String value = values[i];
            Class<?> type = types[i];
            try {
                if (type == int.class || type == Integer.class) {
                    read[i] = Integer.valueOf(value);
                } else if (type == long.class || type == Long.class) {
                    read[i] = Long.valueOf(value);
                } else if (type == double.class || type == Double.class) {
                    read[i] = Double.valueOf(value);
                } else if (type == float.class || type == Float.class) {
                    read[i] = Float.valueOf(value);
                } else if ((type == boolean.class || type == Boolean.class) && (value.equals("true") || value.equals("false"))) {
                    read[i] = Boolean.valueOf(value);
                } else if (type == String.class) {
                    read[i] = value;
                } else {
                    return null;
                }
            } catch (NumberFormatException error) {
                return null;
            }
        }
        return read;
    }
}
