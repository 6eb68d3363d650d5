package io.mcpspring.tool;

/**
 * One thing that is wrong with a JSON value.
 *
 * @param path where, such as {@code order.items[2].quantity}; empty for the value itself
 * @param message what was expected and what came
 */
record Problem(String path, String message) {

    @Override
    public String toString() {
        return path.isEmpty() ? message : path + ": " + message;
    }
}
