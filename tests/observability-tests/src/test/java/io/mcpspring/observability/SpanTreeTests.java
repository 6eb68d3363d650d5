package io.mcpspring.observability;

import static org.assertj.core.api.Assertions.assertThat;

import io.opentelemetry.api.common.AttributeKey;
import io.opentelemetry.api.trace.StatusCode;
import io.opentelemetry.sdk.trace.data.SpanData;
import org.junit.jupiter.api.condition.EnabledForJreRange;
import org.junit.jupiter.api.condition.JRE;

/** The spans of a call, as OpenTelemetry exports them. */
class SpanTreeTests {

    @EveryEra
    void aRequestOfABlockingToolBelongsToItsCall(Era era) {
        SpanTree.check(server(era), "blocking");
    }

    @EveryEra
    void aRequestOfAReactiveToolBelongsToItsCall(Era era) {
        SpanTree.check(server(era), "reactive");
    }

    @EveryEra
    @EnabledForJreRange(min = JRE.JAVA_21)
    void aRequestOfAToolOnAVirtualThreadBelongsToItsCall(Era era) {
        ObservedServer server = ObservedServer.of(era, SpanTree.Fetching.class, "spring.threads.virtual.enabled=true");
        SpanTree.check(server, "blocking");
        SpanTree.checkWithTraceOfClient(server, "blocking");
    }

    @EveryEra
    void theTraceOfTheClientIsTheParentAndTheHttpRequestALink(Era era) {
        SpanTree.checkWithTraceOfClient(server(era), "blocking");
    }

    @EveryEra
    void theTraceOfTheHttpRequestContinuesInTheCall(Era era) {
        ObservedServer server = server(era);
        SpanTree.reset(server);
        server.callWithHeader("traceparent", "00-%s-%s-01".formatted(SpanTree.TRACE, SpanTree.CLIENT_SPAN), "blocking");
        SpanData call = SpanTree.span(server, span -> span.getName().equals("tools/call blocking"));
        SpanData endpoint = SpanTree.span(server, span -> span.getSpanId().equals(call.getParentSpanId()));
        assertThat(endpoint.getName()).startsWith("http post");
        assertThat(endpoint.getParentSpanId()).isEqualTo(SpanTree.CLIENT_SPAN);
        assertThat(call.getTraceId()).isEqualTo(SpanTree.TRACE);
    }

    @EveryEra
    void theSpanOfAFailedCallHasAnErrorAndNoAttributesThatDoNotApply(Era era) {
        ObservedServer server = server(era);
        SpanTree.reset(server);
        server.call("refuse");
        SpanData call = SpanTree.span(server, span -> span.getName().equals("tools/call refuse"));
        assertThat(call.getStatus().getStatusCode()).isEqualTo(StatusCode.ERROR);
        assertThat(call.getAttributes().get(AttributeKey.stringKey("error.type")))
                .isEqualTo("tool_error");
        assertThat(call.getAttributes().asMap()).doesNotContainValue("none");
        assertThat(call.toString()).doesNotContain("the reason");
    }

    @EveryEra
    void theErrorOfAClientDoesNotMakeItsSpanAnError(Era era) {
        ObservedServer server = server(era);
        SpanTree.reset(server);
        server.call("nosuch");
        SpanData call = SpanTree.span(server, span -> span.getName().equals("tools/call"));
        assertThat(call.getStatus().getStatusCode()).isEqualTo(StatusCode.UNSET);
        assertThat(call.getAttributes().get(AttributeKey.stringKey("rpc.response.status_code")))
                .isEqualTo("-32602");
    }

    @EveryEra
    void theEventOfACallNamesItsTrace(Era era) {
        SpanTree.checkAudit(server(era), "trace");
        SpanTree.checkAudit(server(era), "refuse");
    }

    @EveryEra
    void linesOfTheLogCarryTheTraceOfTheClient(Era era) {
        SpanTree.checkLog(server(era), "trace");
    }

    private static ObservedServer server(Era era) {
        return ObservedServer.of(era, SpanTree.Fetching.class);
    }
}
