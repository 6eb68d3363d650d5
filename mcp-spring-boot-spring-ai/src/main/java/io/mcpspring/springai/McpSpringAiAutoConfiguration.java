package io.mcpspring.springai;

import io.mcpspring.autoconfigure.SpringAiProperties;
import io.mcpspring.completion.CompletionSource;
import io.mcpspring.method.AnnotatedMethods;
import io.mcpspring.prompt.McpPromptDefinition;
import io.mcpspring.resource.McpResourceDefinition;
import io.mcpspring.tool.McpToolDefinition;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import org.springframework.ai.mcp.annotation.spring.scan.AbstractAnnotatedMethodBeanFactoryInitializationAotProcessor;
import org.springframework.beans.factory.ListableBeanFactory;
import org.springframework.beans.factory.aot.BeanFactoryInitializationAotProcessor;
import org.springframework.beans.factory.config.ConfigurableListableBeanFactory;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBooleanProperty;
import org.springframework.boot.autoconfigure.condition.ConditionalOnWebApplication;
import org.springframework.boot.context.properties.bind.Binder;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Lazy;
import org.springframework.core.env.Environment;

/** Auto-configuration of the entries of applications that are written for Spring AI. */
// The beans are lazy: the server asks for them when all singletons exist, and so do those whose methods they contain.
@AutoConfiguration
@ConditionalOnWebApplication
@ConditionalOnBooleanProperty(name = "mcp.server.enabled", matchIfMissing = true)
public final class McpSpringAiAutoConfiguration {

    private final ListableBeanFactory beanFactory;

    private final AnnotatedMethods beans;

    private final AnnotatedEntries annotated;

    private final SpecificationBeans specifications;

    private final SpringAiProperties properties;

    // Only Spring creates it.
    McpSpringAiAutoConfiguration(ConfigurableListableBeanFactory beanFactory, Environment environment) {
        this.beanFactory = beanFactory;
        this.beans = new AnnotatedMethods(beanFactory);
        this.annotated = new AnnotatedEntries(beans);
        this.specifications = new SpecificationBeans(beans);
        this.properties = Binder.get(environment).bindOrCreate("mcp.server.spring-ai", SpringAiProperties.class);
    }

    @Bean("io.mcpspring.springAiTools")
    @Lazy
    List<McpToolDefinition> mcpSpringAiTools() {
        UnservedBeans.refuse(beanFactory);
        ToolCallbacks callbacks = new ToolCallbacks(beans, properties.clientTools(), properties.mediaTypes());
        return Stream.of(
                        properties.annotations() ? annotated.tools() : Stream.<McpToolDefinition>empty(),
                        specifications.tools(),
                        properties.toolCallbacks() ? callbacks.tools() : Stream.<McpToolDefinition>empty())
                .flatMap(tools -> tools)
                .toList();
    }

    @Bean("io.mcpspring.springAiPrompts")
    @Lazy
    List<McpPromptDefinition> mcpSpringAiPrompts() {
        return Stream.concat(properties.annotations() ? annotated.prompts() : Stream.empty(), specifications.prompts())
                .toList();
    }

    @Bean("io.mcpspring.springAiResources")
    @Lazy
    List<McpResourceDefinition> mcpSpringAiResources() {
        return Stream.concat(
                        properties.annotations() ? annotated.resources() : Stream.empty(), specifications.resources())
                .toList();
    }

    @Bean("io.mcpspring.springAiCompletions")
    @Lazy
    List<CompletionSource> mcpSpringAiCompletions() {
        return Stream.concat(
                        properties.annotations() ? annotated.completions() : Stream.empty(),
                        specifications.completions())
                .toList();
    }

    @Bean("io.mcpspring.springAiMove")
    @ConditionalOnBooleanProperty(name = "mcp.server.spring-ai.annotations", matchIfMissing = true)
    MoveReport mcpSpringAiMove(Environment environment) {
        return new MoveReport(annotated, environment);
    }

    /** Lets native images call the annotated methods. */
    @Bean("io.mcpspring.springAiHints")
    static BeanFactoryInitializationAotProcessor mcpSpringAiHints() {
        return new AbstractAnnotatedMethodBeanFactoryInitializationAotProcessor(
                Set.copyOf(AnnotatedEntries.ANNOTATIONS));
    }
}
