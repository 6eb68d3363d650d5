package io.mcpspring.resource;

import io.mcpspring.annotation.McpResource;
import io.mcpspring.content.ContentLimit;
import io.mcpspring.content.ResultRules;
import io.mcpspring.method.AnnotationTexts;
import io.mcpspring.method.BeanMethod;
import io.mcpspring.method.CallLimits;
import io.mcpspring.protocol.Annotations;
import io.mcpspring.protocol.ResourceTemplate;
import java.io.IOException;
import java.time.Instant;
import java.util.List;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;
import org.springframework.core.annotation.AnnotatedElementUtils;
import org.springframework.core.io.Resource;

/**
 * Everything that the author of a resource, or of a template, states, by annotation or in code.
 *
 * @param definition the resource as a template, which may lack variables
 * @param size the size of a resource in bytes
 * @param scopes the scopes that its readers need
 * @param limits limits of its use
 * @param results what its results may contain
 */
record ResourceSpec(
        ResourceTemplate definition,
        @Nullable Long size,
        List<String> scopes,
        CallLimits limits,
        ResultRules.Own results,
        BeanMethod method) {

    static final String MAX_SIZE = "the resource's maxSize";

    static ResourceSpec of(McpResource annotation, BeanMethod method, AnnotationTexts texts) {
        String name = texts.text(annotation.name());
        ResourceTemplate definition = new ResourceTemplate(
                texts.resolved(annotation.uri()),
                name == null ? method.name() : name,
                texts.text(annotation.title()),
                texts.text(annotation.description()),
                texts.text(annotation.mimeType()),
                annotations(annotation, method, texts.instant(annotation.lastModified())),
                texts.icons(annotation.icons()),
                texts.meta(annotation.meta()));
        return new ResourceSpec(
                definition,
                annotation.size() < 0 ? null : annotation.size(),
                texts.texts(annotation.scopes()),
                texts.limits(annotation.rate(), annotation.maxConcurrency()),
                results(annotation, texts),
                method);
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

    private static ResultRules.Own results(McpResource annotation, AnnotationTexts texts) {
        return ResultRules.Own.NONE
                .withBinary(ContentLimit.of(texts.bytes("maxSize", annotation.maxSize()), MAX_SIZE))
                .withSanitize(texts.flag("sanitize", annotation.sanitize()));
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

    /** Returns the size of a Spring resource; {@code null} if it is not known. */
    static @Nullable Long sizeOf(Resource content) {
        try {
            long length = content.contentLength();
            return length < 0 ? null : length;
        } catch (IOException ex) {
            // The content does not exist at present, which is an error only when it is read.
            return null;
        }
    }
}
