package io.mcpspring.schema;

/** Kinds of types that cannot be written as JSON, with the texts about them. */
public enum UnwritableKind {
    PATH(
            "it is a path of the server",
            "Return the file's content as a Resource, or a name that clients know as a String."),
    STREAM("it is a stream", "Return byte[], a Resource or Content."),
    LATER("its value is not available yet", "Return a Mono or a CompletionStage of the whole result."),
    CONTENT(
            "it is content, which cannot be a part of JSON",
            "Return it alone or in a list, or return a String or byte[] instead."),
    OBJECT(
            "it is an object of the running server, not data",
            "Return the values that the client needs, for instance in a record."),
    FOREIGN(
            "it belongs to another library, whose data Jackson does not find",
            "Use a record, a Map or a tools.jackson.databind.JsonNode instead, or register a Jackson module for it."),
    FUNCTION("it is a function", "Return the value that it supplies."),
    RESULT("it is the result of a whole call", "Return it alone, or return the values that it has.");

    private final String problem;

    private final String cure;

    UnwritableKind(String problem, String cure) {
        this.problem = problem;
        this.cure = cure;
    }

    /** @param place the type, as the subject of a sentence, such as {@code Type java.io.File} */
    public String reason(String place) {
        return place + " cannot be written as JSON: " + problem + ".";
    }

    public String cure() {
        return cure;
    }
}
