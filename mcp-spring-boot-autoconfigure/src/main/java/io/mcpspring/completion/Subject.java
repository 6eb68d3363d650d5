package io.mcpspring.completion;

/**
 * What values are proposed for.
 *
 * @param type {@code ref/prompt} or {@code ref/resource}
 * @param key the prompt's name or the template
 * @param argument the argument or variable
 */
record Subject(String type, String key, String argument) {

    static final String PROMPT = "ref/prompt";

    static final String RESOURCE = "ref/resource";

    @Override
    public String toString() {
        return "argument '" + argument + "' of " + (type.equals(PROMPT) ? "prompt" : "template") + " '" + key + "'";
    }
}
