package io.mcpspring.observation;

import io.mcpspring.observation.McpServerObservationDocumentation.HighCardinalityKeyNames;
import io.mcpspring.observation.McpServerObservationDocumentation.LowCardinalityKeyNames;
import io.mcpspring.protocol.RequestId;
import io.micrometer.common.KeyValue;
import io.micrometer.common.KeyValues;
import io.micrometer.observation.Observation;
import io.micrometer.observation.ObservationConvention;

/** The names and key values of questions, by the conventions of OpenTelemetry for the sender of a request. */
final class QuestionConvention implements ObservationConvention<QuestionContext> {

    static final String NAME = "mcp.client.operation.duration";

    @Override
    public String getName() {
        return NAME;
    }

    @Override
    public String getContextualName(QuestionContext context) {
        return context.method();
    }

    @Override
    public KeyValues getLowCardinalityKeyValues(QuestionContext context) {
        return KeyValues.of(
                LowCardinalityKeyNames.METHOD.withValue(context.method()),
                LowCardinalityKeyNames.PROTOCOL_VERSION.withValue(
                        context.version().value()),
                LowCardinalityKeyNames.TRANSPORT.withValue(McpServerObservationContext.TRANSPORT),
                LowCardinalityKeyNames.NETWORK_PROTOCOL.withValue(McpServerObservationContext.PROTOCOL),
                LowCardinalityKeyNames.STATUS_CODE.withValue(context.errorCode().orElse(KeyValue.NONE_VALUE)),
                LowCardinalityKeyNames.ERROR_TYPE.withValue(context.errorType().orElse(KeyValue.NONE_VALUE)));
    }

    @Override
    public KeyValues getHighCardinalityKeyValues(QuestionContext context) {
        RequestId id = context.id();
        return id == null
                ? KeyValues.empty()
                : KeyValues.of(
                        HighCardinalityKeyNames.REQUEST_ID.withValue(id.value().asString()));
    }

    @Override
    public boolean supportsContext(Observation.Context context) {
        return context instanceof QuestionContext;
    }
}
