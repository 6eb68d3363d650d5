package io.mcpspring.observability;

import static org.assertj.core.api.Assertions.assertThat;

import io.opentelemetry.api.common.AttributeKey;
import io.opentelemetry.api.trace.StatusCode;
import io.opentelemetry.sdk.trace.data.SpanData;
import org.junit.jupiter.api.condition.EnabledForJreRange;
import org.junit.jupiter.api.condition.JRE;

/** The spans of a call, as OpenTelemetry exports them. */
class SpanTreeTests {

    @EverySetup
    void aRequestOfABlockingToolBelongsToItsCall(Setup setup) {
        SpanTree.check(server(setup), "blocking");
    }

    @EverySetup
    void aRequestOfAReactiveToolBelongsToItsCall(Setup setup) {
        SpanTree.check(server(setup), "reactive");
    }

    @EverySetup
    @EnabledForJreRange(min = JRE.JAVA_21)
    void aRequestOfAToolOnAVirtualThreadBelongsToItsCall(Setup setup) {
        ObservedServer server =
                ObservedServer.of(setup, SpanTree.Fetching.class, "spring.threads.virtual.enabled=true");
        SpanTree.check(server, "blocking");
        SpanTree.checkWithTraceOfClient(server, "blocking");
    }

    @EverySetup
    void theTraceOfTheClientIsTheParentAndTheHttpRequestALink(Setup setup) {
        SpanTree.checkWithTraceOfClient(server(setup), "blocking");
    }

    @EverySetup
    void theTraceOfTheHttpRequestContinuesInTheCall(Setup setup) {
        ObservedServer server = server(setup);
        SpanTree.reset(server);
        server.callWithHeader("traceparent", "00-%s-%s-01".formatted(SpanTree.TRACE, SpanTree.CLIENT_SPAN), "blocking");
        SpanData call = SpanTree.span(server, span -> span.getName().equals("tools/call blocking"));
        SpanData endpoint = SpanTree.span(server, span -> span.getName().startsWith("http post"));
        assertThat(endpoint.getParentSpanId()).isEqualTo(SpanTree.CLIENT_SPAN);
        assertThat(call.getParentSpanId()).isEqualTo(endpoint.getSpanId());
        assertThat(call.getTraceId()).isEqualTo(SpanTree.TRACE);
    }

    @EverySetup
    void theSpanOfAFailedCallHasAnErrorAndNoAttributesThatDoNotApply(Setup setup) {
        ObservedServer server = server(setup);
        SpanTree.reset(server);
        server.call("refuse");
        SpanData call = SpanTree.span(server, span -> span.getName().equals("tools/call refuse"));
        assertThat(call.getStatus().getStatusCode()).isEqualTo(StatusCode.ERROR);
        assertThat(call.getAttributes().get(AttributeKey.stringKey("error.type")))
                .isEqualTo("tool_error");
        assertThat(call.getAttributes().asMap()).doesNotContainValue("none");
        assertThat(call.toString()).doesNotContain("the reason");
    }

    @EverySetup
    void theErrorOfAClientDoesNotMakeItsSpanAnError(Setup setup) {
        ObservedServer server = server(setup);
        SpanTree.reset(server);
        server.call("nosuch");
        SpanData call = SpanTree.span(server, span -> span.getName().equals("tools/call"));
        assertThat(call.getStatus().getStatusCode()).isEqualTo(StatusCode.UNSET);
        assertThat(call.getAttributes().get(AttributeKey.stringKey("rpc.response.status_code")))
                .isEqualTo("-32602");
    }

    @EverySetup
    void theEventOfACallNamesItsTrace(Setup setup) {
        SpanTree.checkAudit(server(setup), "trace");
        SpanTree.checkAudit(server(setup), "refuse");
    }

    @EverySetup
    void linesOfTheLogCarryTheTraceOfTheClient(Setup setup) {
        SpanTree.checkLog(server(setup), "trace");
    }

    private static ObservedServer server(Setup setup) {
        return ObservedServer.of(setup, SpanTree.Fetching.class);
    }
}
