package io.mcpspring.autoconfigure;

import static org.assertj.core.api.Assertions.assertThat;

import io.mcpspring.annotation.McpTool;
import io.mcpspring.support.ModernRequest;
import io.mcpspring.support.OnServletContainers;
import io.mcpspring.support.RawHttp;
import io.mcpspring.support.TestServer;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.springframework.context.annotation.Bean;
import org.springframework.web.servlet.HandlerInterceptor;
import org.springframework.web.servlet.handler.MappedInterceptor;

/** Beans of type {@link MappedInterceptor}, which Spring MVC applies to all handlers with matching paths. */
@OnServletContainers("The application is a Spring MVC application")
class MappedInterceptorTests {

    private static final BlockingQueue<String> COMPLETED = new LinkedBlockingQueue<>();

    static class Application {

        @McpTool(description = "Greets")
        String greet() {
            return "Hello!";
        }

        @Bean
        static MappedInterceptor tenants() {
            return new MappedInterceptor(new String[] {"/mcp"}, new HandlerInterceptor() {

                @Override
                public boolean preHandle(HttpServletRequest request, HttpServletResponse response, Object handler) {
                    boolean known = request.getHeader("Tenant") != null;
                    response.setStatus(known ? HttpServletResponse.SC_OK : HttpServletResponse.SC_FORBIDDEN);
                    return known;
                }

                @Override
                public void afterCompletion(
                        HttpServletRequest request,
                        HttpServletResponse response,
                        Object handler,
                        @Nullable Exception failure) {
                    COMPLETED.add(response.getStatus() + " " + response.getContentType());
                }
            });
        }
    }

    private final TestServer server = TestServer.shared(Application.class, "spring.main.web-application-type=servlet");

    @Test
    void theyCanRefuseRequests() {
        assertThat(ModernRequest.call("greet", "{}").send(server.port()).status())
                .isEqualTo(403);
    }

    @Test
    void otherRequestsAreServed() {
        RawHttp.Response response =
                ModernRequest.call("greet", "{}").with("Tenant: red").send(server.port());
        assertThat(response.json().at("/result/content/0/text").stringValue()).isEqualTo("Hello!");
    }

    @Test
    void theySeeTheFinishedResponse() throws InterruptedException {
        COMPLETED.clear();
        ModernRequest.call("greet", "{}").with("Tenant: red").send(server.port());
        assertThat(COMPLETED.poll(30, TimeUnit.SECONDS)).startsWith("200 application/json");
    }
}
