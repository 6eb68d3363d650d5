package io.mcpspring.schema;

import java.lang.reflect.Method;
import java.util.Arrays;
import java.util.List;
import org.springframework.core.annotation.AnnotatedMethod;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/** A method of a tool class, looked up by its name. */
public record ToolMethod(Class<?> beanClass, Method method, List<ToolArgument> arguments) {

    public static ToolMethod of(Class<?> beanClass, String name) {
        Method method = Arrays.stream(beanClass.getDeclaredMethods())
                .filter(candidate -> candidate.getName().equals(name) && !candidate.isBridge())
                .findFirst()
                .orElseThrow();
        List<ToolArgument> arguments = Arrays.stream(new AnnotatedMethod(method).getMethodParameters())
                .map(parameter -> ToolArgument.of(parameter, text -> text.replace("${unit}", "km")))
                .toList();
        return new ToolMethod(beanClass, method, arguments);
    }

    public ObjectNode schema(JsonSchemas schemas) {
        return schemas.inputSchema(beanClass, arguments);
    }

    public ObjectNode schema() {
        return schema(new JsonSchemas(JsonMapper.shared(), true, List.of()));
    }
}
