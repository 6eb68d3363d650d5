package io.mcpspring.validation;

import com.networknt.schema.ExecutionContext;
import com.networknt.schema.SchemaContext;
import com.networknt.schema.format.Format;
import java.util.Set;

/**
 * A format that refuses long texts without a check: the time that a check of the library takes can grow with the square
 * of the length, and its stack with the length.
 */
record LimitedFormat(Format format) implements Format {

    private static final int MOST_CHARACTERS = 1_000;

    /** Formats that are checked in one pass, of texts that may be long, such as data URIs. */
    private static final Set<String> UNLIMITED = Set.of("uri", "uri-reference");

    @Override
    public String getName() {
        return format.getName();
    }

    @Override
    public String getMessageKey() {
        return format.getMessageKey();
    }

    @Override
    public boolean matches(ExecutionContext context, SchemaContext schemaContext, String text) {
        try {
            return (text.length() <= MOST_CHARACTERS || UNLIMITED.contains(getName()))
                    && format.matches(context, schemaContext, text);
        } catch (StackOverflowError tooManyGroups) {
            return false;
        }
    }
}
