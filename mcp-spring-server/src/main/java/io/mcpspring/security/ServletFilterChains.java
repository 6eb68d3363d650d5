package io.mcpspring.security;

import io.mcpspring.Internal;
import jakarta.servlet.DispatcherType;
import jakarta.servlet.http.HttpServletMapping;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletRequestWrapper;
import jakarta.servlet.http.MappingMatch;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.beans.factory.config.ConfigurableListableBeanFactory;
import org.springframework.http.HttpMethod;
import org.springframework.security.web.FilterChainProxy;
import org.springframework.security.web.FilterInvocation;
import org.springframework.security.web.SecurityFilterChain;

/** The filter chains of a Spring MVC application. */
@Internal
public final class ServletFilterChains implements FilterChains {

    private final ObjectProvider<FilterChainProxy> proxies;

    private final ConfigurableListableBeanFactory beans;

    public ServletFilterChains(ObjectProvider<FilterChainProxy> proxies, ConfigurableListableBeanFactory beans) {
        this.proxies = proxies;
        this.beans = beans;
    }

    @Override
    public Coverage of(String path) {
        HttpServletRequest request = new Request(path);
        return chains().filter(chain -> chain.matches(request))
                .findFirst()
                .filter(chain -> !chain.getFilters().isEmpty())
                .map(chain -> FilterChainBeans.isLogin(chain, beans) ? Coverage.LOGIN_OF_SPRING_BOOT : Coverage.OTHER)
                .orElse(Coverage.NONE);
    }

    @Override
    public List<String> matching(String path) {
        HttpServletRequest request = new Request(path);
        return chains().filter(chain -> matches(chain, request))
                .map(chain -> FilterChainBeans.name(chain, beans))
                .toList();
    }

    private Stream<SecurityFilterChain> chains() {
        return proxies.stream().flatMap(proxy -> proxy.getFilterChains().stream());
    }

    // A matcher of the application may need parts of a request that exist only after the start.
    private static boolean matches(SecurityFilterChain chain, HttpServletRequest request) {
        try {
            return chain.matches(request);
        } catch (RuntimeException needsMore) {
            return false;
        }
    }

    /**
     * A request without headers and body, with what matchers of paths need in addition to a {@code FilterInvocation}.
     */
    private static final class Request extends HttpServletRequestWrapper {

        private final Map<String, Object> attributes = new HashMap<>();

        Request(String path) {
            super(new FilterInvocation("", path, HttpMethod.POST.name()).getRequest());
        }

        @Override
        public @Nullable Object getAttribute(String name) {
            return attributes.get(name);
        }

        @Override
        public void setAttribute(String name, Object value) {
            attributes.put(name, value);
        }

        @Override
        public void removeAttribute(String name) {
            attributes.remove(name);
        }

        @Override
        public DispatcherType getDispatcherType() {
            return DispatcherType.REQUEST;
        }

        @Override
        public HttpServletMapping getHttpServletMapping() {
            return new DefaultMapping();
        }
    }

    /** The mapping of a servlet at the root. */
    private static final class DefaultMapping implements HttpServletMapping {

        @Override
        public String getMatchValue() {
            return "";
        }

        @Override
        public String getPattern() {
            return "/";
        }

        @Override
        public String getServletName() {
            return "";
        }

        @Override
        public MappingMatch getMappingMatch() {
            return MappingMatch.DEFAULT;
        }
    }
}
