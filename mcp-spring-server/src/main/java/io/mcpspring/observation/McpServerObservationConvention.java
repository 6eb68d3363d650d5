package io.mcpspring.observation;

import static io.mcpspring.observation.McpServerObservationDocumentation.LowCardinalityKeyNames.ERROR_TYPE;
import static io.mcpspring.observation.McpServerObservationDocumentation.LowCardinalityKeyNames.METHOD;
import static io.mcpspring.observation.McpServerObservationDocumentation.LowCardinalityKeyNames.NETWORK_PROTOCOL;
import static io.mcpspring.observation.McpServerObservationDocumentation.LowCardinalityKeyNames.OPERATION;
import static io.mcpspring.observation.McpServerObservationDocumentation.LowCardinalityKeyNames.PROMPT;
import static io.mcpspring.observation.McpServerObservationDocumentation.LowCardinalityKeyNames.PROTOCOL_VERSION;
import static io.mcpspring.observation.McpServerObservationDocumentation.LowCardinalityKeyNames.STATUS_CODE;
import static io.mcpspring.observation.McpServerObservationDocumentation.LowCardinalityKeyNames.TOOL;
import static io.mcpspring.observation.McpServerObservationDocumentation.LowCardinalityKeyNames.TRANSPORT;

import io.mcpspring.observation.McpServerObservationDocumentation.HighCardinalityKeyNames;
import io.mcpspring.protocol.RequestMethod;
import io.micrometer.common.KeyValue;
import io.micrometer.common.KeyValues;
import io.micrometer.observation.Observation;
import io.micrometer.observation.ObservationConvention;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import org.springframework.util.StringUtils;

/**
 * Names the observations of requests, and determines their key values. Its methods implement the conventions of
 * OpenTelemetry for MCP. A bean of this type replaces them: it overrides the methods whose result it changes, and may
 * add to the key values of the default. What its methods throw is logged, and does not change the response.
 *
 * <pre>{@code
 * @Bean
 * McpServerObservationConvention observationConvention() {
 *     return new McpServerObservationConvention() {
 *         @Override
 *         public KeyValues getLowCardinalityKeyValues(McpServerObservationContext context) {
 *             return McpServerObservationConvention.super.getLowCardinalityKeyValues(context).and("region", "north");
 *         }
 *     };
 * }
 * }</pre>
 */
public interface McpServerObservationConvention extends ObservationConvention<McpServerObservationContext> {

    /** The name of the meter, by the conventions of OpenTelemetry. */
    String NAME = "mcp.server.operation.duration";

    /** {@return the name of the meter: {@value #NAME}} */
    @Override
    default String getName() {
        return NAME;
    }

    /**
     * {@return the name of the span: the method, with the name of the tool or prompt, such as {@code tools/call echo}}
     */
    @Override
    default String getContextualName(McpServerObservationContext context) {
        return context.entryOf(RequestMethod.CALL_TOOL)
                .or(() -> context.entryOf(RequestMethod.GET_PROMPT))
                .map(entry -> context.getMethod() + " " + entry)
                .orElseGet(context::getMethod);
    }

    /**
     * {@return the tags of the meter, which are the same keys for all requests; they are attributes of the span as
     * well}
     */
    @Override
    default KeyValues getLowCardinalityKeyValues(McpServerObservationContext context) {
        Optional<String> tool = context.entryOf(RequestMethod.CALL_TOOL);
        OptionalInt code = context.getErrorCode();
        return KeyValues.of(
                METHOD.withValue(context.getMethod()),
                PROTOCOL_VERSION.withValue(context.getProtocolVersion().toString()),
                TRANSPORT.withValue(McpServerObservationContext.TRANSPORT),
                NETWORK_PROTOCOL.withValue(McpServerObservationContext.PROTOCOL),
                TOOL.withValue(tool.orElse(KeyValue.NONE_VALUE)),
                PROMPT.withValue(context.entryOf(RequestMethod.GET_PROMPT).orElse(KeyValue.NONE_VALUE)),
                OPERATION.withValue(tool.isPresent() ? "execute_tool" : KeyValue.NONE_VALUE),
                STATUS_CODE.withValue(code.isPresent() ? Integer.toString(code.getAsInt()) : KeyValue.NONE_VALUE),
                ERROR_TYPE.withValue(context.getErrorType().orElse(KeyValue.NONE_VALUE)));
    }

    /** {@return the attributes of the span alone; keys that do not apply are absent} */
    @Override
    default KeyValues getHighCardinalityKeyValues(McpServerObservationContext context) {
        List<KeyValue> values = new ArrayList<>();
        // The client chooses the id, so it may be long.
        values.add(HighCardinalityKeyNames.REQUEST_ID.withValue(StringUtils.truncate(context.getRequestId())));
        context.entryOf(RequestMethod.READ_RESOURCE)
                .or(() -> context.entryOf(RequestMethod.SUBSCRIBE))
                .ifPresent(uri -> values.add(HighCardinalityKeyNames.RESOURCE_URI.withValue(uri)));
        context.getClientAddress().ifPresent(client -> {
            values.add(HighCardinalityKeyNames.CLIENT_ADDRESS.withValue(client.getHostString()));
            values.add(HighCardinalityKeyNames.CLIENT_PORT.withValue(Integer.toString(client.getPort())));
        });
        return KeyValues.of(values);
    }

    @Override
    default boolean supportsContext(Observation.Context context) {
        return context instanceof McpServerObservationContext;
    }
}
