package io.mcpspring.controller;

import io.mcpspring.annotation.McpTool;
import io.mcpspring.protocol.ToolAnnotations;
import io.mcpspring.tool.McpToolDefinition;
import java.lang.reflect.Method;
import java.util.Optional;
import java.util.stream.Stream;
import org.springframework.core.annotation.MergedAnnotation;
import org.springframework.core.annotation.MergedAnnotations;
import org.springframework.core.annotation.MergedAnnotations.SearchStrategy;
import org.springframework.http.HttpMethod;
import org.springframework.util.ClassUtils;
import org.springframework.util.StringUtils;

/**
 * What a handler method says about a tool whose definition leaves it open: by OpenAPI, by Javadoc, and by its HTTP
 * method.
 */
record HandlerDescription(MappedHandler handler, MergedAnnotations annotations) {

    private static final String HIDDEN = "io.swagger.v3.oas.annotations.Hidden";

    private static final String TAG = "io.swagger.v3.oas.annotations.tags.Tag";

    private static final String OPERATION = "io.swagger.v3.oas.annotations.Operation";

    HandlerDescription(MappedHandler handler) {
        this(handler, MergedAnnotations.from(handler.handler().getMethod(), SearchStrategy.TYPE_HIERARCHY));
    }

    /** Whether the method is not meant for clients that the author does not know. */
    boolean isHidden() {
        Class<?> type = handler.handler().getBeanType();
        Method method = handler.handler().getMethod();
        return annotations.isPresent(HIDDEN)
                || ofType().isPresent(HIDDEN)
                || annotations.get(OPERATION).getValue("hidden", Boolean.class).orElse(false)
                || Stream.of(type, method, ClassUtils.getInterfaceMethodIfPossible(method, type))
                        .anyMatch(element -> element.isAnnotationPresent(Deprecated.class));
    }

    /** Returns the name of a tool without an annotation, such as {@code orders_list}. */
    String name() {
        String type = handler.handler().getBeanType().getSimpleName().replaceFirst("(?<=.)(Rest)?Controller$", "");
        return operationId()
                .orElseGet(() -> StringUtils.uncapitalize(type) + "_"
                        + handler.handler().getMethod().getName());
    }

    McpToolDefinition completed(McpToolDefinition declared) {
        McpToolDefinition.Builder builder = declared.mutate();
        String name =
                annotations.get(McpTool.class).getValue("name", String.class).orElse("");
        if (name.isEmpty() && declared.name().equals(declared.method().name())) {
            operationId().ifPresent(builder::name);
        }
        if (declared.description() == null) {
            builder.description(operation("summary", "description")
                    .reduce((summary, rest) -> StringUtils.trimTrailingCharacter(summary, '.') + ". " + rest)
                    .orElseGet(() -> KeptJavadoc.of(handler.handler().getMethod())));
        }
        addHints(builder, declared.annotations());
        return builder.tags(tags(declared)).build();
    }

    /** Returns the tags of the definition, and those by which OpenAPI groups operations. */
    private String[] tags(McpToolDefinition declared) {
        Stream<String> ofTags =
                Stream.of(annotations, ofType()).flatMap(all -> all.stream(TAG)).map(tag -> tag.getString("name"));
        Stream<String> ofOperation = annotations.get(OPERATION).getValue("tags", String[].class).stream()
                .flatMap(Stream::of);
        return Stream.of(declared.tags().stream(), ofTags, ofOperation)
                .flatMap(tags -> tags)
                .distinct()
                .toArray(String[]::new);
    }

    private MergedAnnotations ofType() {
        return MergedAnnotations.from(handler.handler().getBeanType(), SearchStrategy.TYPE_HIERARCHY);
    }

    private Optional<String> operationId() {
        return operation("operationId").findFirst();
    }

    private Stream<String> operation(String... attributes) {
        MergedAnnotation<?> operation = annotations.get(OPERATION);
        return Stream.of(attributes)
                .flatMap(attribute -> operation.getValue(attribute, String.class).stream())
                .map(String::strip)
                .filter(StringUtils::hasText);
    }

    private void addHints(McpToolDefinition.Builder builder, ToolAnnotations declared) {
        HttpMethod method = handler.httpMethod();
        boolean reads = method == HttpMethod.GET || method == HttpMethod.HEAD;
        if (reads && declared.readOnlyHint() == null && !Boolean.TRUE.equals(declared.destructiveHint())) {
            builder.readOnlyHint(true);
        }
        if (method == HttpMethod.DELETE
                && declared.destructiveHint() == null
                && !Boolean.TRUE.equals(declared.readOnlyHint())) {
            builder.destructiveHint(true);
        }
        if ((method == HttpMethod.PUT || method == HttpMethod.DELETE) && declared.idempotentHint() == null) {
            builder.idempotentHint(true);
        }
    }
}
