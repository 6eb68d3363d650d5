package io.mcpspring.resource;

import java.net.URI;
import java.net.URISyntaxException;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.springframework.util.Assert;

/** Parses URIs and URI templates. */
final class AddressParser {

    private static final String NAME = "[A-Za-z_][A-Za-z0-9_]*";

    /** A variable that does not precede another one, or a query at the end. Other braces are not allowed in a URI. */
    private static final Pattern EXPRESSION = Pattern.compile("\\{(?<slashes>\\+?)(?<variable>" + NAME
            + ")}(?!\\{[^?])|\\{\\?(?<query>" + NAME + "(?:," + NAME + ")*)}\\z");

    private static final Pattern SCHEME = Pattern.compile("[A-Za-z][A-Za-z0-9+.-]*:");

    private AddressParser() {}

    /** Parses a text as {@link Address#of} does. */
    static Address parse(String text) {
        Assert.isTrue(SCHEME.matcher(text).lookingAt(), "it does not begin with a scheme, as in docs://guide");
        List<String> literals = new ArrayList<>();
        List<Address.Variable> variables = new ArrayList<>();
        List<String> query = null;
        int end = 0;
        Matcher expressions = EXPRESSION.matcher(text);
        while (expressions.find()) {
            literals.add(text.substring(end, expressions.start()));
            end = expressions.end();
            if (expressions.group("query") == null) {
                boolean slashes = !expressions.group("slashes").isEmpty();
                variables.add(new Address.Variable(expressions.group("variable"), slashes));
            } else {
                query = List.of(expressions.group("query").split(","));
            }
        }
        if (query == null) {
            literals.add(text.substring(end));
        }
        literals.forEach(AddressParser::requireAllowed);
        requireUri(text);
        Assert.isTrue(
                query == null || literals.stream().noneMatch(part -> part.contains("?") || part.contains("#")),
                "there is another query, or a fragment, before the variables of the query");
        Address address = new Address(text, List.copyOf(literals), List.copyOf(variables), query);
        Assert.isTrue(
                Set.copyOf(address.names()).size() == address.names().size(),
                "two of its variables have the same name");
        return address;
    }

    private static void requireAllowed(String literal) {
        Matcher forbidden = Address.FORBIDDEN.matcher(literal);
        Assert.isTrue(!forbidden.find(), () -> "'" + forbidden.group() + "' is not allowed");
    }

    /** Other than RFC 3986, {@link URI} requires something after the scheme, and an authority after two slashes. */
    private static void requireUri(String text) {
        String shortest = EXPRESSION
                .matcher(text)
                .replaceAll(expression -> expression.group().startsWith("{?") ? "" : "x");
        try {
            new URI(shortest);
        } catch (URISyntaxException ex) {
            throw new IllegalArgumentException("'" + shortest + "' is not a valid URI (" + ex.getReason() + ")", ex);
        }
    }
}
