package io.mcpspring.contract.binding;

import static io.mcpspring.contract.binding.BindingChecks.assertAccepted;
import static io.mcpspring.contract.binding.BindingChecks.assertRefused;
import static io.mcpspring.support.ResultChecks.json;
import static io.mcpspring.support.ResultChecks.listed;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.annotation.JsonUnwrapped;
import io.mcpspring.annotation.McpTool;
import io.mcpspring.annotation.McpToolParam;
import io.mcpspring.protocol.ProtocolVersion;
import io.mcpspring.support.EveryRevision;
import io.mcpspring.support.McpTestClient;
import io.mcpspring.support.TestServer;
import jakarta.validation.constraints.NotBlank;
import jakarta.validation.constraints.NotNull;
import java.time.LocalDate;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import org.jspecify.annotations.Nullable;

/** Arguments that are absent or null, and their default values. */
class BindingAbsenceTests {

    static class Tools {

        enum Size {
            SMALL,
            LARGE
        }

        record Point(int x, int y) {}

        @McpTool
        String optionals(Optional<String> text, OptionalInt number, Optional<Point> point) {
            return text + " " + number + " " + point;
        }

        @McpTool
        String threeStates(@Nullable Optional<String> note) {
            return note == null ? "absent" : note.map(text -> "text " + text).orElse("null");
        }

        @McpTool
        String nullable(@Nullable String text, @Nullable Integer number) {
            return text + " " + number;
        }

        @McpTool
        String notRequired(@McpToolParam(required = false) String text) {
            return String.valueOf(text);
        }

        @McpTool
        String demanded(
                @Nullable @NotNull String text,
                @McpToolParam(required = false) @NotBlank String title,
                @McpToolParam(defaultValue = "5") @NotNull Integer number,
                @NotNull Optional<String> note,
                @Nullable @NotNull(groups = Tools.class) String other) {
            return text + title + number + note + other;
        }

        @McpTool
        String defaults(
                @McpToolParam(defaultValue = "5") int number,
                @McpToolParam(defaultValue = "plain \"text\"") String text,
                @McpToolParam(defaultValue = "true") boolean flag,
                @McpToolParam(defaultValue = "LARGE") Size size,
                @McpToolParam(defaultValue = "2026-01-31") LocalDate day,
                @McpToolParam(defaultValue = "[1, 2]") List<Integer> list,
                @McpToolParam(defaultValue = "{\"x\": 1, \"y\": 2}") Point point,
                @McpToolParam(defaultValue = "${the.text:none}") String configured) {
            return List.of(number, text, flag, size, day, list, point, configured)
                    .toString();
        }

        record Place(
                @Nullable String name,
                @Nullable @JsonUnwrapped(prefix = "at_") Point point) {}

        static class Places {

            @JsonUnwrapped
            public Place place = new Place("initial", null);
        }

        @McpTool
        String unwrapped(Place place) {
            return place.toString();
        }

        @McpTool
        String unwrappedTwice(Places places) {
            return places.place.toString();
        }

        @McpTool
        String emptyDefault(@McpToolParam(defaultValue = "") String text) {
            return "<" + text + ">";
        }
    }

    private final TestServer server = TestServer.shared(Tools.class, "the.text=from the configuration");

    @EveryRevision
    void anOptionalIsEmptyWhenItsArgumentIsAbsentOrNull(ProtocolVersion version) {
        McpTestClient client = server.client(version);
        String empty = "Optional.empty OptionalInt.empty Optional.empty";
        assertAccepted(client, "optionals", "{}", empty);
        assertAccepted(client, "optionals", "{\"text\": null, \"number\": null, \"point\": null}", empty);
        assertAccepted(
                client,
                "optionals",
                "{\"text\": \"a\", \"number\": 1, \"point\": {\"x\": 1, \"y\": 2}}",
                "Optional[a] OptionalInt[1] Optional[Point[x=1, y=2]]");
        assertRefused(client, "optionals", "{\"number\": 1.5}", "number: must be a whole number, got number 1.5");
    }

    @EveryRevision
    void aNullableOptionalDistinguishesAbsentFromNull(ProtocolVersion version) {
        McpTestClient client = server.client(version);
        assertAccepted(client, "threeStates", "{}", "absent");
        assertAccepted(client, "threeStates", "{\"note\": null}", "null");
        assertAccepted(client, "threeStates", "{\"note\": \"a\"}", "text a");
    }

    @EveryRevision
    void aNullableArgumentIsNullWhenItIsAbsentOrNull(ProtocolVersion version) {
        McpTestClient client = server.client(version);
        assertAccepted(client, "nullable", "{}", "null null");
        assertAccepted(client, "nullable", "{\"text\": null, \"number\": null}", "null null");
        assertAccepted(client, "nullable", "{\"text\": \"a\", \"number\": 1}", "a 1");
        assertAccepted(client, "notRequired", "{}", "null");
        assertAccepted(client, "notRequired", "{\"text\": null}", "null");
    }

    @EveryRevision
    void anArgumentThatAConstraintDemandsIsRequired(ProtocolVersion version) {
        McpTestClient client = server.client(version);
        assertThat(listed(client, "demanded").at("/inputSchema/required")).isEqualTo(json("[\"text\", \"title\"]"));
        assertRefused(client, "demanded", "{}", "text: is required", "title: is required");
        assertAccepted(client, "demanded", "{\"text\": \"a\", \"title\": \"b\"}", "ab5Optional.emptynull");
    }

    @EveryRevision
    void anAbsentArgumentGetsItsDefault(ProtocolVersion version) {
        McpTestClient client = server.client(version);
        assertAccepted(
                client,
                "defaults",
                "{}",
                "[5, plain \"text\", true, LARGE, 2026-01-31, [1, 2], Point[x=1, y=2], from the configuration]");
        assertAccepted(
                client,
                "defaults",
                "{\"number\": null, \"list\": []}",
                "[5, plain \"text\", true, LARGE, 2026-01-31, [], Point[x=1, y=2], from the configuration]");
        assertAccepted(client, "emptyDefault", "{}", "<>");
        assertAccepted(client, "emptyDefault", "{\"text\": \"given\"}", "<given>");
    }

    @EveryRevision
    void theMembersOfAnUnwrappedPropertyAreRequiredIfTheirTypeNeedsThem(ProtocolVersion version) {
        McpTestClient client = server.client(version);
        for (String tool : List.of("unwrapped", "unwrappedTwice")) {
            String argument = tool.equals("unwrapped") ? "place" : "places";
            assertThat(listed(client, tool).at("/inputSchema/properties/" + argument + "/required"))
                    .isEqualTo(json("[\"at_x\", \"at_y\"]"));
            assertAccepted(
                    client,
                    tool,
                    "{\"%s\": {\"at_x\": 1, \"at_y\": 2}}".formatted(argument),
                    "Place[name=null, point=Point[x=1, y=2]]");
            assertRefused(client, tool, "{\"%s\": {\"at_x\": 1}}".formatted(argument), argument + ".at_y: is required");
            assertRefused(
                    client,
                    tool,
                    "{\"%s\": {\"name\": \"a\"}}".formatted(argument),
                    argument + ".at_x: is required",
                    argument + ".at_y: is required");
        }
    }

    @EveryRevision
    void aDefaultIsShownInTheSchema(ProtocolVersion version) {
        McpTestClient client = server.client(version);
        assertThat(listed(client, "defaults").get("inputSchema").has("required"))
                .isFalse();
        assertThat(listed(client, "defaults").at("/inputSchema/properties/number/default"))
                .isEqualTo(json("5"));
        assertThat(listed(client, "defaults").at("/inputSchema/properties/point/default"))
                .isEqualTo(json("{\"x\": 1, \"y\": 2}"));
        assertThat(listed(client, "defaults")
                        .at("/inputSchema/properties/configured/default")
                        .stringValue())
                .isEqualTo("from the configuration");
    }
}
