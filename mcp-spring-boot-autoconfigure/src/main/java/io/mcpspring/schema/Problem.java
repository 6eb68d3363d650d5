package io.mcpspring.schema;

/**
 * One thing that is wrong with a JSON value.
 *
 * @param path where, such as {@code order.items[2].quantity}; empty for the value itself
 * @param message what was expected and what came
 */
public record Problem(String path, String message) {

    /** More problems than these are only counted. */
    public static final int MOST = 20;

    @Override
    public String toString() {
        return path.isEmpty() ? message : path + ": " + message;
    }
}
