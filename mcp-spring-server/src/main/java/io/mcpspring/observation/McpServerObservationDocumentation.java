package io.mcpspring.observation;

import static io.mcpspring.observation.McpServerObservationDocumentation.LowCardinalityKeyNames.ERROR_TYPE;
import static io.mcpspring.observation.McpServerObservationDocumentation.LowCardinalityKeyNames.METHOD;
import static io.mcpspring.observation.McpServerObservationDocumentation.LowCardinalityKeyNames.NETWORK_PROTOCOL;
import static io.mcpspring.observation.McpServerObservationDocumentation.LowCardinalityKeyNames.PROTOCOL_VERSION;
import static io.mcpspring.observation.McpServerObservationDocumentation.LowCardinalityKeyNames.STATUS_CODE;
import static io.mcpspring.observation.McpServerObservationDocumentation.LowCardinalityKeyNames.TRANSPORT;

import io.micrometer.common.docs.KeyName;
import io.micrometer.observation.Observation;
import io.micrometer.observation.ObservationConvention;
import io.micrometer.observation.docs.ObservationDocumentation;

/** The observations of the server, by the conventions of OpenTelemetry for MCP. */
public enum McpServerObservationDocumentation implements ObservationDocumentation {

    /** One request of a client, from its dispatch to its response. */
    MCP_SERVER_REQUESTS {

        @Override
        public Class<? extends ObservationConvention<? extends Observation.Context>> getDefaultConvention() {
            return McpServerObservationConvention.class;
        }

        @Override
        public KeyName[] getLowCardinalityKeyNames() {
            return LowCardinalityKeyNames.values();
        }

        @Override
        public KeyName[] getHighCardinalityKeyNames() {
            return HighCardinalityKeyNames.values();
        }
    },

    /** One question to a client, from its sending to its answer. */
    MCP_SERVER_QUESTIONS {

        @Override
        public String getName() {
            return ObservedQuestions.NAME;
        }

        @Override
        public KeyName[] getLowCardinalityKeyNames() {
            return new KeyName[] {METHOD, PROTOCOL_VERSION, TRANSPORT, NETWORK_PROTOCOL, STATUS_CODE, ERROR_TYPE};
        }

        @Override
        public KeyName[] getHighCardinalityKeyNames() {
            return new KeyName[] {HighCardinalityKeyNames.REQUEST_ID};
        }
    };

    /** The tags of the meter and attributes of the span. A key that does not apply has the value {@code none}. */
    public enum LowCardinalityKeyNames implements KeyName {

        /** The JSON-RPC method; {@code _OTHER} for methods that the protocol does not have. */
        METHOD("mcp.method.name"),

        /** The revision of the protocol by which the request is served. */
        PROTOCOL_VERSION("mcp.protocol.version"),

        /** The transport protocol: {@code tcp}. */
        TRANSPORT("network.transport"),

        /** The application protocol: {@code http}. */
        NETWORK_PROTOCOL("network.protocol.name"),

        /** The name of the called tool, if it exists and the caller may use it. */
        TOOL("gen_ai.tool.name"),

        /** The name of the requested prompt, if it exists and the caller may use it. */
        PROMPT("gen_ai.prompt.name"),

        /** {@code execute_tool} for the call of a tool. */
        OPERATION("gen_ai.operation.name"),

        /** The code of the JSON-RPC error in the response. */
        STATUS_CODE("rpc.response.status_code"),

        /**
         * Why the request failed: {@code tool_error} if the result of a tool has {@code isError}, or the code of a
         * JSON-RPC error that does not blame the client.
         */
        ERROR_TYPE("error.type");

        private final String key;

        LowCardinalityKeyNames(String key) {
            this.key = key;
        }

        @Override
        public String asString() {
            return key;
        }
    }

    /** The attributes of the span alone. A key that does not apply is absent. */
    public enum HighCardinalityKeyNames implements KeyName {

        /** The id of the request. */
        REQUEST_ID("jsonrpc.request.id"),

        /** The URI of the resource, or the URI template that matches it, if the caller may use it. */
        RESOURCE_URI("mcp.resource.uri"),

        /** The address of the client. */
        CLIENT_ADDRESS("client.address"),

        /** The port of the client. */
        CLIENT_PORT("client.port");

        private final String key;

        HighCardinalityKeyNames(String key) {
            this.key = key;
        }

        @Override
        public String asString() {
            return key;
        }
    }
}
