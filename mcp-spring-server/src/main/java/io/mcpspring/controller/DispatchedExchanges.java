package io.mcpspring.controller;

import java.net.InetSocketAddress;
import java.net.URI;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.springframework.context.ApplicationContext;
import org.springframework.core.io.buffer.DataBuffer;
import org.springframework.core.io.buffer.DefaultDataBufferFactory;
import org.springframework.http.HttpCookie;
import org.springframework.http.codec.ServerCodecConfigurer;
import org.springframework.http.server.reactive.AbstractServerHttpRequest;
import org.springframework.http.server.reactive.ServerHttpRequest;
import org.springframework.http.server.reactive.ServerHttpResponse;
import org.springframework.http.server.reactive.SslInfo;
import org.springframework.util.LinkedMultiValueMap;
import org.springframework.util.MultiValueMap;
import org.springframework.web.server.ServerWebExchange;
import org.springframework.web.server.adapter.DefaultServerWebExchange;
import org.springframework.web.server.adapter.WebHttpHandlerBuilder;
import org.springframework.web.server.i18n.LocaleContextResolver;
import org.springframework.web.server.session.WebSessionManager;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;

/** Makes the exchanges of WebFlux for requests that stand for calls. */
record DispatchedExchanges(
        ApplicationContext application, ServerCodecConfigurer codecs, LocaleContextResolver locales) {

    private static final WebSessionManager NO_SESSIONS =
            exchange -> Mono.error(() -> new IllegalStateException("A call of a tool has no HTTP session"));

    static DispatchedExchanges of(ApplicationContext application) {
        String locales = WebHttpHandlerBuilder.LOCALE_CONTEXT_RESOLVER_BEAN_NAME;
        return new DispatchedExchanges(
                application,
                application.getBean(ServerCodecConfigurer.class),
                application.getBean(locales, LocaleContextResolver.class));
    }

    ServerWebExchange of(DispatchRequest request, ServerHttpResponse response) {
        Optional<ServerHttpRequest> received =
                request.ofCaller(ServerWebExchange.class).map(ServerWebExchange::getRequest);
        // The authority is not always one that a URI divides into a host and a port.
        String server = received.map(ServerHttpRequest::getURI)
                .map(url -> url.getScheme() + "://" + url.getRawAuthority())
                .orElse("http://localhost");
        // The path before those of the application is that of the client's request.
        String context =
                received.map(client -> client.getPath().contextPath().value()).orElse("");
        String query = request.queryString();
        URI uri = URI.create(server + context + request.path() + (query == null ? "" : "?" + query));
        Request made = new Request(request, uri, context);
        return new DefaultServerWebExchange(made, response, NO_SESSIONS, codecs, locales, application)
                .mutate()
                .principal(Mono.justOrEmpty(request.user()))
                .build();
    }

    private static final class Request extends AbstractServerHttpRequest {

        private final DispatchRequest request;

        Request(DispatchRequest request, URI uri, String context) {
            super(request.handler().httpMethod(), uri, context, request.headers());
            this.request = request;
        }

        @Override
        public Flux<DataBuffer> getBody() {
            return request.body().size() == 0
                    ? Flux.empty()
                    : Flux.just(DefaultDataBufferFactory.sharedInstance.wrap(
                            request.body().toByteArray()));
        }

        @Override
        public InetSocketAddress getRemoteAddress() {
            return request.remoteAddress();
        }

        @Override
        protected MultiValueMap<String, HttpCookie> initCookies() {
            MultiValueMap<String, HttpCookie> cookies = new LinkedMultiValueMap<>();
            request.cookies().forEach(cookie -> cookies.add(cookie.getName(), cookie));
            return cookies;
        }

        @Override
        protected @Nullable SslInfo initSslInfo() {
            return null;
        }

        @Override
        public <T> T getNativeRequest() {
            throw new IllegalStateException("The request of a call of a tool has no native request");
        }
    }
}
