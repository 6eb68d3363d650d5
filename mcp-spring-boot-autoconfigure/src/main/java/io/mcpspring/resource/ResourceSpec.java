package io.mcpspring.resource;

import io.mcpspring.annotation.McpResource;
import io.mcpspring.method.AnnotationTexts;
import io.mcpspring.method.BeanMethod;
import io.mcpspring.protocol.Annotations;
import io.mcpspring.protocol.ResourceTemplate;
import java.time.Instant;
import java.util.List;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;
import org.springframework.core.annotation.AnnotatedElementUtils;

/**
 * Everything that the author of a resource, or of a template, states, by annotation or in code.
 *
 * @param definition the resource as a template, which may lack variables
 * @param size the size of a resource in bytes
 */
record ResourceSpec(ResourceTemplate definition, @Nullable Long size, BeanMethod method) {

    static ResourceSpec of(McpResource annotation, BeanMethod method, AnnotationTexts texts) {
        String name = texts.text(annotation.name());
        ResourceTemplate definition = new ResourceTemplate(
                texts.resolved(annotation.uri()),
                name == null ? method.method().getName() : name,
                texts.text(annotation.title()),
                texts.text(annotation.description()),
                texts.text(annotation.mimeType()),
                annotations(annotation, method, texts.instant(annotation.lastModified())),
                texts.icons(annotation.icons()),
                texts.meta(annotation.meta()));
        return new ResourceSpec(definition, annotation.size() < 0 ? null : annotation.size(), method);
    }

    /** An annotated method. */
    static ResourceSpec of(BeanMethod method, UnaryOperator<String> placeholders) {
        McpResource annotation = AnnotatedElementUtils.findMergedAnnotation(method.method(), McpResource.class);
        if (annotation == null) {
            throw method.refused(
                    "It has no URI, because it is not annotated.", "Annotate it with @McpResource(uri = \"...\").");
        }
        return of(annotation, method, new AnnotationTexts(method, placeholders));
    }

    private static @Nullable Annotations annotations(
            McpResource annotation, BeanMethod method, @Nullable Instant lastModified) {
        boolean unset = annotation.priority() == -1;
        if (annotation.audience().length == 0 && unset && lastModified == null) {
            return null;
        }
        try {
            return new Annotations(List.of(annotation.audience()), unset ? null : annotation.priority(), lastModified);
        } catch (IllegalArgumentException ex) {
            throw method.refused(
                    "Its priority is " + annotation.priority() + ".",
                    "Give a priority from 0 (optional) to 1 (as good as required).");
        }
    }

    /** Whether the method is that of one of our functional interfaces. */
    boolean isFunction() {
        return method.method().getDeclaringClass().getPackage() == ResourceSpec.class.getPackage();
    }
}
