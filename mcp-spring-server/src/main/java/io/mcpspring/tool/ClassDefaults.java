package io.mcpspring.tool;

import io.mcpspring.McpConfigurationException;
import io.mcpspring.annotation.McpTool;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.springframework.core.annotation.AnnotatedElementUtils;
import org.springframework.core.annotation.MergedAnnotation;

/** What {@link McpTool} on a class says about the tools of its methods. */
final class ClassDefaults {

    private static final List<String> OF_ONE_TOOL =
            List.of("name", "title", "description", "inputSchema", "outputSchema", "outputType", "confirmUnsupported");

    private ClassDefaults() {}

    /**
     * Returns the annotation of a method with the values of that of its class for what it does not set.
     *
     * @param own the annotation of the method; {@code null} if it has none
     */
    static McpTool with(@Nullable McpTool own, Class<?> beanClass) {
        McpTool ofClass = AnnotatedElementUtils.getMergedAnnotation(beanClass, McpTool.class);
        if (own != null && ofClass == null) {
            return own;
        }
        Map<String, Object> attributes = new LinkedHashMap<>(ofClass == null ? Map.of() : set(ofClass));
        OF_ONE_TOOL.stream().filter(attributes::containsKey).findFirst().ifPresent(attribute -> {
            throw new McpConfigurationException(
                    "@McpTool on the class " + beanClass.getName() + " sets '" + attribute
                            + "', which belongs to one tool.",
                    "Set it on the method, and keep on the class what holds for all of its tools.");
        });
        if (own != null) {
            attributes.putAll(set(own));
        }
        return MergedAnnotation.of(McpTool.class, attributes).synthesize();
    }

    private static Map<String, Object> set(McpTool annotation) {
        return MergedAnnotation.from(annotation).filterDefaultValues().asMap();
    }
}
