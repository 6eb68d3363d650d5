package io.mcpspring.validation;

import com.networknt.schema.ExecutionContext;
import com.networknt.schema.SchemaContext;
import com.networknt.schema.format.Format;
import com.networknt.schema.format.Formats;
import java.net.URI;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * A format of texts, as the library for validation checks it. Long texts are refused without a check: the time that a
 * check takes can grow with the square of the length, and its stack with the length.
 */
record LimitedFormat(Format format) implements Format {

    private static final int MOST_CHARACTERS = 1_000;

    /** Formats that are checked in one pass, of texts that may be long, such as data URIs. */
    private static final Set<String> UNLIMITED = Set.of("uri", "uri-reference");

    private static final Pattern DURATION = Pattern.compile("[-+]?P(?=.)([-+]?\\d+Y)?([-+]?\\d+M)?([-+]?\\d+W)?"
            + "([-+]?\\d+D)?(T(?=.)([-+]?\\d+H)?([-+]?\\d+M)?([-+]?\\d+([.,]\\d+)?S)?)?");

    private static final Map<String, LimitedFormat> KNOWN =
            Formats.DEFAULT.stream().collect(Collectors.toMap(Format::getName, LimitedFormat::new, (a, b) -> a));

    /** Returns the format with a name; {@code null} if it is not known, so that it does not restrict texts. */
    static @Nullable LimitedFormat of(String name) {
        return KNOWN.get(name);
    }

    @Override
    public String getName() {
        return format.getName();
    }

    @Override
    public boolean matches(@Nullable ExecutionContext context, @Nullable SchemaContext schemaContext, String text) {
        if (text.length() > MOST_CHARACTERS && !UNLIMITED.contains(getName())) {
            return false;
        }
        try {
            return switch (getName()) {
                case "duration" -> DURATION.matcher(text).matches();
                case "regex" -> Pattern.compile(text) != null;
                // The library refuses letters that java.net.URI accepts, and domains that are not public.
                case "uri-reference" -> URI.create(text) != null;
                case "email", "idn-email" ->
                    format.matches(
                            null, null, text.replaceFirst("\\.\\p{L}([\\p{L}\\p{N}-]*[\\p{L}\\p{N}])?$", ".org"));
                default -> format.matches(null, null, text);
            };
        } catch (IllegalArgumentException noExpressionOrUri) {
            return false;
        }
    }
}
