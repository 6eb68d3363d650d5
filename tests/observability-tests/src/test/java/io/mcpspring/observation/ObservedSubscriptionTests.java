package io.mcpspring.observation;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.mcpspring.exchange.CallContext;
import io.mcpspring.protocol.ClientCapabilities;
import io.mcpspring.protocol.JsonRpcMessage;
import io.mcpspring.protocol.JsonRpcRequest;
import io.mcpspring.protocol.MirroredHeaders;
import io.mcpspring.protocol.ProtocolVersion;
import io.mcpspring.protocol.RequestId;
import io.micrometer.observation.ObservationRegistry;
import io.micrometer.observation.tck.TestObservationRegistry;
import io.micrometer.observation.tck.TestObservationRegistryAssert;
import java.lang.ref.WeakReference;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.support.StaticListableBeanFactory;
import reactor.core.Disposable;
import reactor.core.publisher.Flux;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.MissingNode;
import tools.jackson.databind.node.ObjectNode;

/** The observation of a subscription, which lasts until its stream ends. */
class ObservedSubscriptionTests {

    private final TestObservationRegistry registry = TestObservationRegistry.create();

    private Disposable stream;

    @Test
    void theParametersAreNotKept() {
        WeakReference<ObjectNode> params = subscribe();
        await().until(() -> {
            System.gc();
            return params.get() == null;
        });
        TestObservationRegistryAssert.assertThat(registry)
                .hasSingleObservationThat()
                .hasBeenStarted()
                .isNotStopped();
        assertThat(stream.isDisposed()).isFalse();
    }

    /** Opens a stream that does not end, and returns the parameters of its request. */
    private WeakReference<ObjectNode> subscribe() {
        StaticListableBeanFactory beans = new StaticListableBeanFactory(Map.of("registry", registry));
        JsonRpcRequest request = new JsonRpcRequest(
                new RequestId(JsonNodeFactory.instance.numberNode(1)),
                "subscriptions/listen",
                JsonNodeFactory.instance.objectNode());
        stream = new ObservedRequests(
                        beans.getBeanProvider(ObservationRegistry.class),
                        beans.getBeanProvider(McpServerObservationConvention.class))
                .observe(request, context(), context -> work(request))
                .subscribe();
        return new WeakReference<>(request.params());
    }

    /** Refers to the request until there is a subscriber. */
    private static Flux<JsonRpcMessage> work(JsonRpcRequest request) {
        return Flux.defer(() -> request.method().isEmpty() ? Flux.empty() : Flux.never());
    }

    private static CallContext context() {
        return new CallContext(
                ProtocolVersion.newest(),
                null,
                ClientCapabilities.NONE,
                MissingNode.getInstance(),
                MirroredHeaders.NONE,
                null,
                null,
                CallContext.Attributes.NONE);
    }
}
