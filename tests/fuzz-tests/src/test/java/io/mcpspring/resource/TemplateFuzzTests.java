package io.mcpspring.resource;

import static org.assertj.core.api.Assertions.assertThat;

import com.code_intelligence.jazzer.junit.FuzzTest;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.springframework.web.util.UriUtils;

/** URI templates. The first line of the input is a template, the second one a URI. */
class TemplateFuzzTests {

    /** What a backtracking search still finds in a short time. */
    private static final int SEARCHABLE = 60;

    @FuzzTest
    void aTemplateMatchesItsExpansions(byte[] input) {
        String[] lines = new String(input, StandardCharsets.UTF_8).split("\n", 2);
        Address template = template(lines[0]);
        if (template == null || lines.length < 2 || !Address.isWellFormed(lines[1])) {
            return;
        }
        Optional<Map<String, String>> values = template.match(lines[1]);
        values.ifPresent(found -> assertExpandable(template, found));
        if (template.query() == null
                && lines[1].length() + 10 * template.variables().size() < SEARCHABLE) {
            assertThat(values).isEqualTo(searched(template, lines[1]));
        }
    }

    private static Address template(String text) {
        try {
            return Address.of(text);
        } catch (IllegalArgumentException refused) {
            return null;
        }
    }

    private static void assertExpandable(Address template, Map<String, String> values) {
        String uri = expanded(template, values);
        assertThat(Address.isWellFormed(uri)).isTrue();
        Optional<Map<String, String>> again = template.match(uri);
        again.ifPresent(found -> assertThat(expanded(template, found)).isEqualTo(uri));
        if (template.variables().size() < 2) {
            assertThat(again).contains(values);
        }
    }

    /** Expands a template, so that no value contains a reserved character, apart from slashes. */
    private static String expanded(Address template, Map<String, String> values) {
        StringBuilder uri = new StringBuilder(template.literals().get(0));
        for (int i = 0; i < template.variables().size(); i++) {
            Address.Variable variable = template.variables().get(i);
            String value = encoded(values.get(variable.name()));
            uri.append(variable.slashes() ? value.replace("%2F", "/") : value)
                    .append(template.literals().get(i + 1));
        }
        List<String> query = new ArrayList<>();
        values.forEach((name, value) -> {
            if (template.isOptional(name)) {
                query.add(name + "=" + encoded(value));
            }
        });
        return query.isEmpty() ? uri.toString() : uri + "?" + String.join("&", query);
    }

    private static String encoded(String value) {
        return UriUtils.encode(value, StandardCharsets.UTF_8);
    }

    /** Matches by a regular expression, whose search is slow and obviously correct. */
    private static Optional<Map<String, String>> searched(Address template, String uri) {
        StringBuilder regex =
                new StringBuilder(Pattern.quote(template.literals().get(0)));
        for (int i = 0; i < template.variables().size(); i++) {
            regex.append(template.variables().get(i).slashes() ? characters("[^%]") : characters("[^%/?#]"))
                    .append(Pattern.quote(template.literals().get(i + 1)));
        }
        Matcher matcher = Pattern.compile(regex.toString()).matcher(uri);
        if (!matcher.matches()) {
            return Optional.empty();
        }
        Map<String, String> values = new LinkedHashMap<>();
        for (int i = 0; i < template.variables().size(); i++) {
            Address.Variable variable = template.variables().get(i);
            String value = UriUtils.decode(matcher.group(i + 1), StandardCharsets.UTF_8);
            if (leavesFolder(value, variable.slashes(), template.literals().get(i))) {
                return Optional.empty();
            }
            values.put(variable.name(), value);
        }
        return Optional.of(values);
    }

    /** Returns an expression for encoded and other characters. */
    private static String characters(String other) {
        return "((?:%..|" + other + ")+)";
    }

    private static boolean leavesFolder(String value, boolean slashes, String before) {
        boolean relative = !slashes || before.endsWith("/") && !before.endsWith("://");
        return value.indexOf('\0') >= 0
                || List.of(value.split("[/\\\\]", -1)).contains("..")
                || !slashes && value.contains("\\")
                || relative && value.matches("(?s)([/\\\\]|[A-Za-z]:).*");
    }
}
