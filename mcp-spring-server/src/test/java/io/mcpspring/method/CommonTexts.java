package io.mcpspring.method;

/** Texts about methods that are the same in several features. */
public final class CommonTexts {

    public static final String REACTIVE_INSIDE = "It returns a reactive type within another type.";

    public static final String ONE_REACTIVE = "Return one reactive type that contains everything else.";

    public static final String NO_META = "Its meta is not a JSON object.";

    public static final String WRITE_META = "Write it as in meta = \"{\\\"key\\\": 1}\".";

    public static final String DEFINE_PROPERTY = "Define the property, or give a default as in ${name:default}.";

    public static final String DECLARE_TEXT =
            "Declare the parameter as a String, or a Converter from String as a bean.";

    public static final String REMOVE_CHARACTER =
            "Remove the character: people do not see it, but it is part of what language models read.";

    public static final String REMOVE_ONE_ANNOTATION = "Remove one of the two annotations.";

    public static final String REMOVE_ANNOTATION =
            "Remove the annotation to make the parameter an argument that the client sends,"
                    + " or supply the value with an McpParameterResolver bean.";

    private CommonTexts() {}

    public static String unresolvable(String text) {
        return "Its annotations have a placeholder that cannot be resolved: " + text + ".";
    }

    public static String unconvertible(String type) {
        return "Text cannot be converted to the type of parameter 1 (" + type + ").";
    }

    /** @param parameter a parameter, such as {@code Parameter 1 (int)} */
    public static String foreign(String parameter, Class<?> annotation) {
        return foreign(parameter, "@" + annotation.getName());
    }

    static String foreign(String parameter, String annotation) {
        return parameter + " has the annotation " + annotation + ", which is not supported.";
    }
}
