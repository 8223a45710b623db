// A stand-in for the class of that name in JavaFX, which no longer comes with Java. Written for Poda.
package javafx.util;

/** Two values. */
public class Pair<K, V> implements java.io.Serializable {
    private static final long serialVersionUID = 1;
    private final K key;
    private final V value;

    public Pair(K key, V value) {
        this.key = key;
        this.value = value;
    }

    public K getKey() {
        return key;
    }

    public V getValue() {
        return value;
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof Pair
            && java.util.Objects.equals(key, ((Pair<?, ?>) other).key)
            && java.util.Objects.equals(value, ((Pair<?, ?>) other).value);
    }

    @Override
    public int hashCode() {
        return java.util.Objects.hash(key, value);
    }

    @Override
    public String toString() {
        return key + "=" + value;
    }
}
