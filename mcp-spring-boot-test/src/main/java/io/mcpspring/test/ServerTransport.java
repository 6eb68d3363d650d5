package io.mcpspring.test;

import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodySubscribers;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Flow;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.springframework.http.HttpHeaders;
import org.springframework.http.HttpMethod;

/** Sends requests to a server over HTTP. */
final class ServerTransport implements HttpTransport {

    private static final HttpClient CLIENT =
            HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();

    private final Supplier<URI> endpoint;

    /** @param endpoint called for each request, because the port of a test's server is known after its start */
    ServerTransport(Supplier<URI> endpoint) {
        this.endpoint = endpoint;
    }

    @Override
    public HttpReply exchange(HttpMethod method, HttpHeaders headers, byte[] body, Duration timeout) {
        HttpRequest.Builder request =
                HttpRequest.newBuilder(endpoint.get()).method(method.name(), BodyPublishers.ofByteArray(body));
        headers.forEach((name, values) -> values.forEach(value -> request.header(name, value)));
        HttpReply reply = new HttpReply(timeout);
        Body content = new Body(reply);
        CompletableFuture<HttpResponse<Void>> exchange = CLIENT.sendAsync(request.build(), head -> {
            HttpHeaders received = new HttpHeaders();
            head.headers().map().forEach(received::addAll);
            reply.begin(head.statusCode(), received);
            return BodySubscribers.fromSubscriber(content);
        });
        exchange.whenComplete((response, failure) -> {
            if (failure != null) {
                reply.fail(failure);
            }
        });
        reply.onCancel(() -> {
            exchange.cancel(true);
            content.cancel();
        });
        return reply;
    }

    /** Passes the body of a response on as it arrives. */
    private static final class Body implements Flow.Subscriber<List<ByteBuffer>> {

        private final HttpReply reply;

        private volatile Flow.@Nullable Subscription subscription;

        Body(HttpReply reply) {
            this.reply = reply;
        }

        @Override
        public void onSubscribe(Flow.Subscription subscription) {
            this.subscription = subscription;
            subscription.request(Long.MAX_VALUE);
        }

        @Override
        public void onNext(List<ByteBuffer> buffers) {
            for (ByteBuffer buffer : buffers) {
                byte[] bytes = new byte[buffer.remaining()];
                buffer.get(bytes);
                reply.write(bytes);
            }
        }

        @Override
        public void onError(Throwable failure) {
            reply.fail(failure);
        }

        @Override
        public void onComplete() {
            reply.end();
        }

        void cancel() {
            Flow.Subscription current = subscription;
            if (current != null) {
                current.cancel();
            }
        }
    }
}
