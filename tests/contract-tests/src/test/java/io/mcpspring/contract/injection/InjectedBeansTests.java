package io.mcpspring.contract.injection;

import static io.mcpspring.support.InjectionChecks.arguments;
import static org.assertj.core.api.Assertions.assertThat;

import io.mcpspring.annotation.McpTool;
import io.mcpspring.protocol.ProtocolVersion;
import io.mcpspring.support.Revisions;
import io.mcpspring.support.TestServer;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.beans.factory.annotation.Qualifier;
import org.springframework.beans.factory.annotation.Value;
import org.springframework.context.ApplicationContext;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Import;
import org.springframework.context.annotation.Lazy;
import org.springframework.context.annotation.Scope;

/** Beans and configured values as parameters, as the container injects them elsewhere. */
class InjectedBeansTests {

    static class Tools {

        @McpTool
        String autowired(@Autowired Shop shop) {
            return shop.name();
        }

        @McpTool
        String qualified(@Qualifier("second") Part part) {
            return part.name();
        }

        @McpTool
        String composed(@Second Part part) {
            return part.name();
        }

        @McpTool
        String byParameterName(@Autowired Part first) {
            return first.name();
        }

        @McpTool
        String value(@Value("${test.limit}") Duration limit) {
            return limit.toString();
        }

        @McpTool
        String optionalValue(@Value("${test.none:#{null}}") Optional<String> none) {
            return none.toString();
        }

        @McpTool
        String expression(@Value("#{shop.name.toUpperCase()}") String name) {
            return name;
        }

        @McpTool
        String list(@Autowired List<Part> parts) {
            return parts.stream().map(Part::name).toList().toString();
        }

        @McpTool
        String map(@Autowired Map<String, Part> parts) {
            return parts.keySet().toString();
        }

        @McpTool
        String provider(@Autowired ObjectProvider<Part> parts) {
            return String.valueOf(parts.stream().count());
        }

        @McpTool
        String optional(@Autowired Optional<Shop> shop, @Autowired Optional<Missing> missing) {
            return shop.map(Shop::name) + " " + missing;
        }

        @McpTool
        String notRequired(@Autowired(required = false) Missing missing, @Autowired @Nullable Missing again) {
            return missing + " " + again;
        }

        @McpTool
        String context(@Autowired ApplicationContext context) {
            return context.getId();
        }

        @McpTool
        int lazyProxy(@Autowired @Lazy Numbered prototype) {
            return System.identityHashCode(prototype);
        }

        @McpTool
        String lazyParameter(@Autowired @Lazy Numbered prototype) {
            return prototype.number() + " " + prototype.number();
        }
    }

    static class Counting {

        @McpTool
        String lazy(@Autowired Late late) {
            return late.name();
        }

        @McpTool
        String prototype(@Autowired Numbered numbered) {
            return String.valueOf(numbered.number());
        }

        @McpTool
        String evaluated(@Value("#{@numbered.number()}") int number) {
            return String.valueOf(number);
        }
    }

    @Retention(RetentionPolicy.RUNTIME)
    @Qualifier("second")
    @interface Second {}

    record Shop(String name) {

        public String getName() {
            return name;
        }
    }

    record Part(String name) {}

    record Missing() {}

    record Late(String name) {}

    interface Numbered {

        int number();
    }

    @Configuration(proxyBeanMethods = false)
    @Import(Tools.class)
    static class Application {

        @Bean
        Shop shop() {
            return new Shop("corner");
        }

        @Bean
        Part first() {
            return new Part("bolt");
        }

        @Bean
        Part second() {
            return new Part("nut");
        }

        @Bean
        @Scope("prototype")
        Numbered numbered(AtomicInteger created) {
            int number = created.incrementAndGet();
            return () -> number;
        }

        @Bean
        AtomicInteger created() {
            return new AtomicInteger();
        }
    }

    @Configuration(proxyBeanMethods = false)
    @Import(Counting.class)
    static class CountingApplication extends Application {

        @Bean
        @Lazy
        Late late(AtomicInteger created) {
            created.incrementAndGet();
            return new Late("late");
        }
    }

    static Stream<Arguments> beans() {
        return Revisions.every().stream()
                .flatMap(version -> Stream.of(
                        Arguments.of(version, "autowired", "corner"),
                        Arguments.of(version, "qualified", "nut"),
                        Arguments.of(version, "composed", "nut"),
                        Arguments.of(version, "byParameterName", "bolt"),
                        Arguments.of(version, "value", "PT5S"),
                        Arguments.of(version, "optionalValue", "Optional.empty"),
                        Arguments.of(version, "expression", "CORNER"),
                        Arguments.of(version, "list", "[bolt, nut]"),
                        Arguments.of(version, "map", "[first, second]"),
                        Arguments.of(version, "provider", "2"),
                        Arguments.of(version, "optional", "Optional[corner] Optional.empty"),
                        Arguments.of(version, "notRequired", "null null"),
                        Arguments.of(version, "context", "test-server")));
    }

    @ParameterizedTest
    @MethodSource("beans")
    void theContainerFillsTheParameter(ProtocolVersion version, String tool, String text) {
        TestServer server = TestServer.shared(Application.class, "test.limit=5s");
        for (int call = 0; call < 2; call++) {
            server.tester(version).call(tool).execute().text().isEqualTo(text);
        }
        assertThat(arguments(server, version, tool)).isEmpty();
    }

    @Test
    void aLazyParameterLooksTheBeanUpAtEachUse() {
        TestServer server = TestServer.shared(Application.class, "test.limit=5s");
        String[] numbers =
                call(server, ProtocolVersion.V2026_07_28, "lazyParameter").split(" ");
        assertThat(Integer.parseInt(numbers[1])).isEqualTo(Integer.parseInt(numbers[0]) + 1);
    }

    @Test
    void theProxyOfALazyParameterIsMadeOnce() {
        TestServer server = TestServer.shared(Application.class, "test.limit=5s");
        assertThat(call(server, ProtocolVersion.V2026_07_28, "lazyProxy"))
                .isEqualTo(call(server, ProtocolVersion.V2025_11_25, "lazyProxy"));
    }

    private static String call(TestServer server, ProtocolVersion version, String tool) {
        return server.tester(version).call(tool).execute().text().actual();
    }

    @Test
    void noBeanIsCreatedBeforeItIsNeeded() {
        try (TestServer server = TestServer.start(CountingApplication.class, "test.limit=5s")) {
            AtomicInteger created = server.context().getBean(AtomicInteger.class);
            // One for the expression, which is evaluated to check that it can be.
            assertThat(created).hasValue(1);
            for (int call = 0; call < 2; call++) {
                assertThat(call(server, ProtocolVersion.V2026_07_28, "lazy")).isEqualTo("late");
                assertThat(created).hasValue(2);
            }
        }
    }

    @ParameterizedTest
    @CsvSource({"prototype", "evaluated"})
    void aPrototypeIsCreatedForEachCall(String tool) {
        TestServer server = TestServer.shared(CountingApplication.class, "test.limit=5s");
        String first = call(server, ProtocolVersion.V2026_07_28, tool);
        String second = call(server, ProtocolVersion.V2026_07_28, tool);
        assertThat(Integer.parseInt(second)).isEqualTo(Integer.parseInt(first) + 1);
    }
}
