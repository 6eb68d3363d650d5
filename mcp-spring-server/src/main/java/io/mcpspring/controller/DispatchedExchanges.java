package io.mcpspring.controller;

import io.mcpspring.exchange.McpRequestContext;
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
import org.springframework.http.server.reactive.ServerHttpResponse;
import org.springframework.http.server.reactive.SslInfo;
import org.springframework.util.LinkedMultiValueMap;
import org.springframework.util.MultiValueMap;
import org.springframework.web.server.ServerWebExchange;
import org.springframework.web.server.adapter.DefaultServerWebExchange;
import org.springframework.web.server.adapter.WebHttpHandlerBuilder;
import org.springframework.web.server.i18n.AcceptHeaderLocaleContextResolver;
import org.springframework.web.server.i18n.LocaleContextResolver;
import org.springframework.web.server.session.WebSessionManager;
import org.springframework.web.util.UriComponentsBuilder;
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
                application.containsBean(locales)
                        ? application.getBean(locales, LocaleContextResolver.class)
                        : new AcceptHeaderLocaleContextResolver());
    }

    ServerWebExchange of(DispatchRequest request, ServerHttpResponse response) {
        ServerWebExchange exchange =
                new DefaultServerWebExchange(new Request(request), response, NO_SESSIONS, codecs, locales, application);
        return exchange.mutate().principal(Mono.justOrEmpty(request.user())).build();
    }

    private static final class Request extends AbstractServerHttpRequest {

        private final DispatchRequest request;

        private final RequestOrigin origin;

        Request(DispatchRequest request) {
            this(request, RequestOrigin.of(request.caller(), Request::received));
        }

        private Request(DispatchRequest request, RequestOrigin origin) {
            super(request.method(), uri(request, origin), context(request), request.headers());
            this.request = request;
            this.origin = origin;
        }

        private static Optional<URI> received(McpRequestContext caller) {
            return caller.attribute(ServerWebExchange.class)
                    .map(live -> UriComponentsBuilder.fromUri(live.getRequest().getURI())
                            .replacePath(null)
                            .replaceQuery(null)
                            .build()
                            .toUri());
        }

        private static URI uri(DispatchRequest request, RequestOrigin origin) {
            String query = request.queryString();
            return URI.create(origin.url() + context(request) + request.path() + (query == null ? "" : "?" + query));
        }

        /** Returns the path before those of the application, which is that of the client's request. */
        private static String context(DispatchRequest request) {
            McpRequestContext caller = request.caller();
            return caller == null
                    ? ""
                    : caller.attribute(ServerWebExchange.class)
                            .map(live ->
                                    live.getRequest().getPath().contextPath().value())
                            .orElse("");
        }

        @Override
        public Flux<DataBuffer> getBody() {
            return request.body().length == 0
                    ? Flux.empty()
                    : Flux.just(DefaultDataBufferFactory.sharedInstance.wrap(request.body()));
        }

        @Override
        public InetSocketAddress getRemoteAddress() {
            return InetSocketAddress.createUnresolved(origin.remoteHost(), origin.remotePort());
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
