package io.mcpspring.autoconfigure;

import static org.assertj.core.api.Assertions.assertThat;

import io.mcpspring.McpServer;
import io.mcpspring.annotation.McpTool;
import jakarta.validation.constraints.Max;
import java.time.LocalDate;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** For which tools the library for validation is loaded at the start. */
class ValidatorPreparationTests {

    record Order(int number, @Nullable String note, List<String> items) {}

    enum State {
        OPEN,
        PAID
    }

    static class Types {

        @McpTool
        Optional<Order> order(
                String customer, int number, State state, List<String> items, Map<String, Double> prices) {
            return Optional.of(new Order(number, null, items));
        }
    }

    static class Constraints {

        @McpTool
        String order(@Max(9) int number) {
            return "" + number;
        }
    }

    static class Described {

        record Found(UUID id) {}

        @McpTool(outputType = Found.class)
        Object find() {
            return new Found(UUID.randomUUID());
        }
    }

    static class Formats {

        @McpTool
        String find(LocalDate day) {
            return day.toString();
        }
    }

    @Test
    void toolsWhoseArgumentsHaveOnlyTypesDoNotNeedIt() {
        assertNeedsValidator(false, Types.class);
    }

    @Test
    void aToolWithConstraintsNeedsIt() {
        assertNeedsValidator(true, Constraints.class);
    }

    @Test
    void aToolWhoseResultsAreValidatedNeedsIt() {
        assertNeedsValidator(true, Described.class);
    }

    @Test
    void aToolWithTextsInAFormNeedsIt() {
        assertNeedsValidator(true, Formats.class);
    }

    private static void assertNeedsValidator(boolean expected, Class<?> tools) {
        Runners.reactive()
                .withUserConfiguration(tools)
                .run(context -> assertThat(context.getBean(McpServer.class).needsValidator())
                        .isEqualTo(expected));
    }
}
