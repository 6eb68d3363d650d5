package io.mcpspring.contract.binding;

import java.util.function.IntFunction;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/** JSON that is expensive for a server. */
public final class HostileJson {

    /** Below the maximum number of values in a body of 4 MB. */
    private static final int MOST_VALUES = 200_000;

    private HostileJson() {}

    static String text(String unit, int size) {
        return unit.repeat(size / unit.length());
    }

    /** An array of about this size. */
    static String items(String item, int size) {
        boolean nested = item.startsWith("{") || item.startsWith("[");
        long values = nested
                ? 2 + 2 * item.chars().filter(character -> character == ':').count()
                : 1;
        return array((int) Math.min(MOST_VALUES / values, size / (item.length() + 1)), i -> item);
    }

    static String array(int length, IntFunction<String> item) {
        return IntStream.range(0, length).mapToObj(item).collect(Collectors.joining(",", "[", "]"));
    }

    static String members(int size) {
        return members(Math.min(MOST_VALUES / 2, size / 10), i -> "m" + i);
    }

    static String members(int number, IntFunction<String> name) {
        return IntStream.range(0, number)
                .mapToObj(i -> "\"" + name.apply(i) + "\":1")
                .collect(Collectors.joining(",", "{", "}"));
    }

    /** One of the 2<sup>bits</sup> texts that have the same hash code. */
    public static String colliding(int number, int bits) {
        return IntStream.range(0, bits)
                .mapToObj(bit -> (number >> bit & 1) == 0 ? "Aa" : "BB")
                .collect(Collectors.joining());
    }
}
