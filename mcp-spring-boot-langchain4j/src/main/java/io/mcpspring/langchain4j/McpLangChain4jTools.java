package io.mcpspring.langchain4j;

import dev.langchain4j.agent.tool.Tool;
import dev.langchain4j.agent.tool.ToolExecutionRequest;
import dev.langchain4j.agent.tool.ToolMemoryId;
import dev.langchain4j.agent.tool.ToolSpecification;
import dev.langchain4j.agent.tool.ToolSpecifications;
import dev.langchain4j.data.image.Image;
import dev.langchain4j.data.message.ImageContent;
import dev.langchain4j.data.message.TextContent;
import dev.langchain4j.exception.ToolArgumentsException;
import dev.langchain4j.exception.ToolExecutionException;
import dev.langchain4j.invocation.InvocationContext;
import dev.langchain4j.invocation.InvocationParameters;
import dev.langchain4j.invocation.LangChain4jManaged;
import dev.langchain4j.service.tool.DefaultToolExecutor;
import dev.langchain4j.service.tool.ToolExecutionResult;
import io.mcpspring.method.BeanMethod;
import io.mcpspring.method.RefusedMethods;
import io.mcpspring.protocol.CallToolResult;
import io.mcpspring.protocol.Content;
import io.mcpspring.protocol.McpJson;
import io.mcpspring.tool.McpArguments;
import io.mcpspring.tool.McpToolDefinition;
import io.mcpspring.tool.McpToolException;
import io.mcpspring.validation.BindingProblems;
import java.lang.reflect.Method;
import java.lang.reflect.UndeclaredThrowableException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Base64;
import java.util.Comparator;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import org.springframework.aop.support.AopUtils;
import org.springframework.core.MethodIntrospector;
import org.springframework.core.MethodParameter;
import org.springframework.util.Assert;
import org.springframework.util.ReflectionUtils.MethodFilter;
import tools.jackson.databind.JsonNode;

/**
 * Defines tools by methods with {@link Tool} of LangChain4j. Name, description, arguments and results are those of
 * LangChain4j; arguments are validated, and exceptions answered, as those of every tool. Objects are named one by one,
 * because others may be tools for the models of the application alone:
 *
 * <pre>{@code
 * @Bean
 * List<McpToolDefinition> orderTools(Orders orders) {
 *     return McpLangChain4jTools.of(orders);
 * }
 * }</pre>
 */
public final class McpLangChain4jTools {

    /** What only a conversation with a model of LangChain4j has. */
    private static final Set<Class<?>> OF_CONVERSATION =
            Set.of(InvocationContext.class, InvocationParameters.class, LangChain4jManaged.class);

    private McpLangChain4jTools() {}

    /**
     * Defines the tools of objects, which may be proxies of beans.
     *
     * @param objects objects whose classes have methods with {@link Tool}
     * @return the definitions, by object and name
     * @throws IllegalArgumentException if an object has no such method
     * @throws io.mcpspring.method.McpMethodException if a method cannot be a tool
     */
    public static List<McpToolDefinition> of(Object... objects) {
        return Stream.of(objects).flatMap(McpLangChain4jTools::tools).toList();
    }

    private static Stream<McpToolDefinition> tools(Object object) {
        MethodFilter isTool = method -> method.isAnnotationPresent(Tool.class);
        Set<Method> methods = MethodIntrospector.selectMethods(AopUtils.getTargetClass(object), isTool);
        Assert.isTrue(
                !methods.isEmpty(),
                () -> AopUtils.getTargetClass(object).getName() + " has no method with @" + Tool.class.getName());
        List<McpToolDefinition> definitions = new ArrayList<>();
        RefusedMethods refused = new RefusedMethods();
        methods.forEach(method -> refused.collect(() -> definitions.add(tool(object, BeanMethod.of(object, method)))));
        refused.throwFirst();
        return definitions.stream().sorted(Comparator.comparing(McpToolDefinition::name));
    }

    private static McpToolDefinition tool(Object object, BeanMethod method) {
        method.parameters().forEach(parameter -> requireArgument(method, parameter));
        ToolSpecification specification = ToolSpecifications.toolSpecificationFrom(method.method());
        JsonNode schema = McpJson.readTree(specification.toJson().getBytes(StandardCharsets.UTF_8))
                .path("parameters");
        DefaultToolExecutor executor = DefaultToolExecutor.builder()
                .object(object)
                .originalMethod(method.method())
                .methodToInvoke(AopUtils.selectInvocableMethod(method.method(), object.getClass()))
                .wrapToolArgumentsExceptions(true)
                .propagateToolExecutionExceptions(true)
                .build();
        McpToolDefinition.Builder definition =
                McpToolDefinition.named(specification.name()).description(specification.description());
        if (schema.isObject()) {
            definition.inputSchema(schema);
        }
        return definition
                .call((arguments, exchange) -> call(executor, specification.name(), arguments))
                .calling(method)
                .build();
    }

    private static void requireArgument(BeanMethod method, MethodParameter parameter) {
        if (parameter.hasParameterAnnotation(ToolMemoryId.class)
                || OF_CONVERSATION.stream().anyMatch(type -> type.isAssignableFrom(parameter.getParameterType()))) {
            throw method.refused(
                    "An MCP client has no conversation of LangChain4j for " + BeanMethod.describe(parameter) + ".",
                    "Remove the parameter, or make another method a tool.");
        }
    }

    private static CallToolResult call(DefaultToolExecutor executor, String name, McpArguments arguments)
            throws Exception {
        try {
            ToolExecutionResult result = executor.executeWithContext(
                    ToolExecutionRequest.builder()
                            .name(name)
                            .arguments(arguments.json().toString())
                            .build(),
                    InvocationContext.builder().build());
            List<Content> content = result.resultContents().stream()
                    .map(McpLangChain4jTools::content)
                    .toList();
            return new CallToolResult(content, null, result.isError(), null);
        } catch (ToolArgumentsException invalid) {
            String reason = BindingProblems.authorsText(invalid);
            throw new McpToolException(
                    "Invalid arguments for tool '" + name + "': "
                            + (reason == null ? "one of them cannot be read" : reason),
                    invalid);
        } catch (ToolExecutionException failure) {
            throw failure.getCause() instanceof Exception cause ? cause : new UndeclaredThrowableException(failure);
        }
    }

    private static Content content(dev.langchain4j.data.message.Content content) {
        if (content instanceof TextContent text) {
            return Content.text(text.text());
        }
        if (content instanceof ImageContent part && part.image().base64Data() != null) {
            Image image = part.image();
            return Content.image(Base64.getDecoder().decode(image.base64Data()), image.mimeType());
        }
        throw new IllegalStateException("Content of type " + content.type() + " is not supported");
    }
}
