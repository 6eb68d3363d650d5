package io.mcpspring.autoconfigure;

import io.mcpspring.completion.CompletionFeature;
import io.mcpspring.constraint.ArgumentValidation;
import io.mcpspring.content.ContentLimit;
import io.mcpspring.content.ResultRules;
import io.mcpspring.entry.Access;
import io.mcpspring.entry.EntryContext;
import io.mcpspring.event.Instances;
import io.mcpspring.event.ServerEvents;
import io.mcpspring.method.AnnotatedMethods;
import io.mcpspring.method.Invocations;
import io.mcpspring.prompt.McpPrompts;
import io.mcpspring.prompt.PromptFeature;
import io.mcpspring.resource.McpResources;
import io.mcpspring.resource.ResourceFeature;
import io.mcpspring.resource.ResourceSettings;
import io.mcpspring.task.TaskFeature;
import io.mcpspring.task.Tasks;
import io.mcpspring.tool.McpTools;
import io.mcpspring.tool.ToolFeature;
import io.mcpspring.tool.ToolSettings;
import jakarta.validation.Validator;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.core.annotation.Order;

/** The features, in the order in which they collect their entries, and the beans by which applications change them. */
@Configuration(proxyBeanMethods = false)
class FeatureConfiguration {

    private final EntryContext context;

    FeatureConfiguration(
            ConfigurableApplicationContext application, Access access, Invocations invocations, ServerEvents events) {
        this.context = new EntryContext(
                application,
                new AnnotatedMethods(application.getBeanFactory()),
                new ApplicationMapper(application),
                access,
                invocations,
                events);
    }

    @Bean("io.mcpspring.toolFeature")
    @Order(1)
    ToolFeature mcpToolFeature(McpServerProperties properties, Tasks tasks) {
        return new ToolFeature(context, settings(properties), tasks);
    }

    @Configuration(proxyBeanMethods = false)
    @ConditionalOnClass(Validator.class)
    static class ValidationConfiguration {

        @Bean("io.mcpspring.argumentValidation")
        ArgumentValidation mcpArgumentValidation(ObjectProvider<Validator> validators) {
            return new ArgumentValidation.ByValidator(validators);
        }
    }

    @Bean("io.mcpspring.tools")
    McpTools mcpTools(ToolFeature feature) {
        return feature.tools();
    }

    @Bean("io.mcpspring.promptFeature")
    @Order(2)
    PromptFeature mcpPromptFeature(McpServerProperties properties) {
        return new PromptFeature(context, properties.prompts().pageSize(), promptResults(properties));
    }

    @Bean("io.mcpspring.prompts")
    McpPrompts mcpPrompts(PromptFeature feature) {
        return feature.prompts();
    }

    @Bean("io.mcpspring.resourceFeature")
    @Order(3)
    ResourceFeature mcpResourceFeature(McpServerProperties properties, Instances instances) {
        McpServerProperties.Resources resources = properties.resources();
        return new ResourceFeature(
                context,
                new ResourceSettings(resources.pageSize(), resources.locations(), resourceResults(properties)),
                instances);
    }

    @Bean("io.mcpspring.resources")
    McpResources mcpResources(ResourceFeature feature) {
        return feature.resources();
    }

    // Ordered after the features whose arguments it completes.
    @Bean("io.mcpspring.completionFeature")
    @Order(4)
    CompletionFeature mcpCompletionFeature(PromptFeature prompts, ResourceFeature resources) {
        return new CompletionFeature(prompts, resources, context);
    }

    @Bean("io.mcpspring.taskFeature")
    @Order(5)
    TaskFeature mcpTaskFeature(Tasks tasks, ToolFeature tools) {
        return new TaskFeature(tasks, tools::hasTasks, tools::admit);
    }

    private static ToolSettings settings(McpServerProperties properties) {
        McpServerProperties.Tools tools = properties.tools();
        return new ToolSettings(
                tools.pageSize(),
                tools.unknownArguments() == McpServerProperties.UnknownArguments.REJECT,
                tools.parseStringifiedJson(),
                tools.convertStrings(),
                properties.http().json(),
                toolResults(properties));
    }

    private static ResultRules toolResults(McpServerProperties properties) {
        LimitProperties limits = properties.limits();
        return new ResultRules(
                (int) limits.maxTextSize().toBytes(),
                limits.textWarningSize().toBytes(),
                contentLimit(properties),
                limits.cutText(),
                properties.output().sanitize());
    }

    // The texts of prompts belong to the application.
    private static ResultRules promptResults(McpServerProperties properties) {
        return ResultRules.ofContents(contentLimit(properties), false);
    }

    private static ResultRules resourceResults(McpServerProperties properties) {
        return ResultRules.ofContents(
                contentLimit(properties), properties.output().sanitizeResources());
    }

    private static ContentLimit contentLimit(McpServerProperties properties) {
        return new ContentLimit((int) properties.resources().maxSize().toBytes(), "mcp.server.resources.max-size");
    }
}
