package io.mcpspring.security;

import io.mcpspring.Internal;
import java.net.URI;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.reactivestreams.Publisher;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.beans.factory.config.ConfigurableListableBeanFactory;
import org.springframework.core.io.buffer.DataBuffer;
import org.springframework.core.io.buffer.DefaultDataBufferFactory;
import org.springframework.http.HttpCookie;
import org.springframework.http.HttpHeaders;
import org.springframework.http.HttpMethod;
import org.springframework.http.codec.ServerCodecConfigurer;
import org.springframework.http.server.reactive.AbstractServerHttpRequest;
import org.springframework.http.server.reactive.AbstractServerHttpResponse;
import org.springframework.http.server.reactive.SslInfo;
import org.springframework.security.web.server.SecurityWebFilterChain;
import org.springframework.security.web.server.WebFilterChainProxy;
import org.springframework.util.LinkedMultiValueMap;
import org.springframework.util.MultiValueMap;
import org.springframework.web.server.ServerWebExchange;
import org.springframework.web.server.adapter.DefaultServerWebExchange;
import org.springframework.web.server.i18n.AcceptHeaderLocaleContextResolver;
import org.springframework.web.server.session.DefaultWebSessionManager;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;

/** The filter chains of a WebFlux application. */
@Internal
public final class ReactiveFilterChains implements FilterChains {

    private final ObjectProvider<WebFilterChainProxy> proxies;

    private final ObjectProvider<SecurityWebFilterChain> chains;

    private final ConfigurableListableBeanFactory beans;

    public ReactiveFilterChains(
            ObjectProvider<WebFilterChainProxy> proxies,
            ObjectProvider<SecurityWebFilterChain> chains,
            ConfigurableListableBeanFactory beans) {
        this.proxies = proxies;
        this.chains = chains;
        this.beans = beans;
    }

    @Override
    public Coverage of(String path) {
        List<SecurityWebFilterChain> all = chains.orderedStream().toList();
        if (all.isEmpty()) {
            // Spring Security has a chain with a login for all requests then, which is not a bean.
            return proxies.stream().findAny().isPresent() ? Coverage.LOGIN_OF_SPRING_BOOT : Coverage.NONE;
        }
        ServerWebExchange exchange = exchange(path);
        return Flux.fromIterable(all)
                .filterWhen(chain -> chain.matches(exchange))
                .next()
                .map(chain -> FilterChainBeans.isLogin(chain, beans) ? Coverage.LOGIN_OF_SPRING_BOOT : Coverage.OTHER)
                .blockOptional()
                .orElse(Coverage.NONE);
    }

    @Override
    public List<String> matching(String path) {
        ServerWebExchange exchange = exchange(path);
        return Flux.fromStream(chains::orderedStream)
                .filterWhen(chain -> matches(chain, exchange))
                .map(chain -> FilterChainBeans.name(chain, beans))
                .collectList()
                .blockOptional()
                .orElseThrow();
    }

    // A matcher of the application may need parts of a request that exist only after the start.
    private static Mono<Boolean> matches(SecurityWebFilterChain chain, ServerWebExchange exchange) {
        return Mono.defer(() -> chain.matches(exchange)).onErrorReturn(RuntimeException.class, false);
    }

    private static ServerWebExchange exchange(String path) {
        return new DefaultServerWebExchange(
                new Request(path),
                new Response(),
                new DefaultWebSessionManager(),
                ServerCodecConfigurer.create(),
                new AcceptHeaderLocaleContextResolver());
    }

    /** A request without headers and body. */
    private static final class Request extends AbstractServerHttpRequest {

        Request(String path) {
            super(HttpMethod.POST, URI.create("http://localhost" + path), null, new HttpHeaders());
        }

        @Override
        protected MultiValueMap<String, HttpCookie> initCookies() {
            return new LinkedMultiValueMap<>();
        }

        @Override
        protected @Nullable SslInfo initSslInfo() {
            return null;
        }

        @Override
        public <T> T getNativeRequest() {
            throw new UnsupportedOperationException("This request is not one of a web server");
        }

        @Override
        public Flux<DataBuffer> getBody() {
            return Flux.empty();
        }
    }

    /** A response that is never sent. */
    private static final class Response extends AbstractServerHttpResponse {

        Response() {
            super(DefaultDataBufferFactory.sharedInstance);
        }

        @Override
        public <T> T getNativeResponse() {
            throw new UnsupportedOperationException("This response is not one of a web server");
        }

        @Override
        protected Mono<Void> writeWithInternal(Publisher<? extends DataBuffer> body) {
            return Mono.empty();
        }

        @Override
        protected Mono<Void> writeAndFlushWithInternal(Publisher<? extends Publisher<? extends DataBuffer>> body) {
            return Mono.empty();
        }

        @Override
        protected void applyStatusCode() {}

        @Override
        protected void applyHeaders() {}

        @Override
        protected void applyCookies() {}
    }
}
