package io.mcpspring.completion;

/**
 * The argument for which values are proposed.
 *
 * @param type {@code ref/prompt} or {@code ref/resource}
 * @param key the name of the prompt or the URI template
 * @param argument the argument or variable
 */
record ArgumentReference(String type, String key, String argument) {

    static final String PROMPT = "ref/prompt";

    static final String RESOURCE = "ref/resource";

    @Override
    public String toString() {
        return "argument '" + argument + "' of " + (type.equals(PROMPT) ? "prompt" : "template") + " '" + key + "'";
    }
}
