package io.mcpspring.documentation;

import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.domain.JavaMethod;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import io.mcpspring.annotation.McpTool;
import io.mcpspring.limit.CallLimiter;
import io.mcpspring.limit.TimeLimit;
import io.mcpspring.method.BuiltInInterceptor;
import io.mcpspring.method.McpInterceptor;
import io.mcpspring.method.McpInvocation;
import io.mcpspring.protocol.McpResult;
import io.mcpspring.protocol.ProtocolVersion;
import io.mcpspring.support.TestServer;
import java.util.List;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.support.BeanDefinitionRegistry;
import org.springframework.beans.factory.support.RootBeanDefinition;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Import;
import org.springframework.context.annotation.ImportBeanDefinitionRegistrar;
import org.springframework.core.type.AnnotationMetadata;
import reactor.core.publisher.Mono;

/** The page about interceptors lists the ones of the server. */
@Tag("change")
class InterceptorsPageTests {

    private static final Pattern ROW = Pattern.compile("(?m)^\\| `(io\\.mcpspring\\.\\w+)` \\|");

    @Test
    void theTableListsTheInterceptorsOfTheServer() {
        JavaClasses classes = new ClassFileImporter()
                .withImportOption(new ImportOption.DoNotIncludeTests())
                .importPackages("io.mcpspring");
        Stream<String> beans = classes.stream()
                .flatMap(type -> type.getMethods().stream())
                .filter(method -> method.isAnnotatedWith(Bean.class)
                        && method.getRawReturnType().isAssignableTo(McpInterceptor.class))
                .map(InterceptorsPageTests::name);
        // The builder makes these, unless the application has such a bean.
        Stream<String> made = Stream.of(CallLimiter.BEAN, TimeLimit.BEAN);
        assertThat(names())
                .containsExactlyInAnyOrderElementsOf(Stream.concat(beans, made).toList())
                .hasSize((int) classes.stream()
                        .filter(type -> !type.isInterface() && type.isAssignableTo(BuiltInInterceptor.class))
                        .count());
    }

    @Test
    void aBeanOfTheApplicationTakesThePlaceOfEachOne() {
        try (TestServer server = TestServer.start(Application.class, "mcp.server.limits.rate=1/1h")) {
            assertThat(server.context().getBeansOfType(McpInterceptor.class))
                    .containsOnlyKeys(names())
                    .allSatisfy((name, bean) -> assertThat(bean).isInstanceOf(Proceeding.class));
            assertThat(server.client(ProtocolVersion.newest()).call("hello").contentText())
                    .isEqualTo("Hello");
        }
    }

    @Import(Replacements.class)
    static class Application {

        @McpTool
        String hello() {
            return "Hello";
        }
    }

    static class Replacements implements ImportBeanDefinitionRegistrar {

        @Override
        public void registerBeanDefinitions(AnnotationMetadata importing, BeanDefinitionRegistry registry) {
            names().forEach(name -> registry.registerBeanDefinition(
                    name, new RootBeanDefinition(McpInterceptor.class, Proceeding::new)));
        }
    }

    static class Proceeding implements McpInterceptor {

        @Override
        public Mono<McpResult> intercept(McpInvocation invocation, Chain chain) {
            return chain.proceed(invocation);
        }
    }

    private static List<String> names() {
        return ROW.matcher(Page.of("docs/how-to/interceptors.md").text())
                .results()
                .map((MatchResult row) -> row.group(1))
                .toList();
    }

    private static String name(JavaMethod bean) {
        return bean.getAnnotationOfType(Bean.class).value()[0];
    }
}
