package io.mcpspring.contract.binding;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.annotation.JsonSubTypes;
import com.fasterxml.jackson.annotation.JsonTypeInfo;
import io.mcpspring.annotation.McpTool;
import io.mcpspring.protocol.ProtocolVersion;
import io.mcpspring.support.Answer;
import io.mcpspring.support.McpTestClient;
import io.mcpspring.support.TestServer;
import java.util.LinkedHashMap;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.JsonNode;

/** The parameter decides which class an argument gets, never the argument. */
class PolymorphicArgumentsTests {

    private static final AtomicBoolean CREATED = new AtomicBoolean();

    private final McpTestClient client = TestServer.shared(Tools.class, "mcp.server.tools.unknown-arguments=ignore")
            .client(ProtocolVersion.newest());

    /** A class that no client must be able to choose. */
    public static class Gadget implements Runnable {

        public Gadget() {
            CREATED.set(true);
        }

        @Override
        public void run() {}
    }

    @JsonTypeInfo(use = JsonTypeInfo.Id.NAME, property = "type")
    @JsonSubTypes({@JsonSubTypes.Type(Circle.class), @JsonSubTypes.Type(Square.class)})
    sealed interface Shape permits Circle, Square {}

    record Circle(int radius) implements Shape {}

    record Square(int side) implements Shape {}

    static class Tools {

        @McpTool
        String object(Object value) {
            return value.getClass().getName();
        }

        @McpTool
        String node(JsonNode value) {
            return value.toString();
        }

        @McpTool
        String shape(Shape value) {
            return value.toString();
        }
    }

    @AfterEach
    void nothingWasCreated() {
        assertThat(CREATED).isFalse();
    }

    private Answer call(String tool, String value) {
        return client.call(
                tool,
                "{\"value\": " + value.replace("GADGET", Gadget.class.getName().replace("$", "\\u0024")) + "}");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"{\"@class\": \"GADGET\"}", "{\"@type\": \"GADGET\"}", "{\"@c\": \"GADGET\"}", "[\"GADGET\", {}]"
            })
    void aNameOfAClassIsData(String value) {
        assertThat(call("object", value).contentText())
                .isEqualTo((value.startsWith("{") ? LinkedHashMap.class : java.util.ArrayList.class).getName());
        assertThat(call("node", value).contentText()).contains(Gadget.class.getName());
        assertThat(call("shape", value).result().get("isError").booleanValue()).isTrue();
    }

    @Test
    void onlyTheSubtypesOfTheParameterCanBeChosen() {
        assertThat(call(
                                "shape",
                                "{\"type\": \"PolymorphicArgumentsTests$Circle\", \"radius\": 1, \"@class\": \"GADGET\"}")
                        .contentText())
                .isEqualTo("Circle[radius=1]");
        assertThat(call("shape", "{\"type\": \"GADGET\"}")
                        .result()
                        .get("isError")
                        .booleanValue())
                .isTrue();
    }
}
