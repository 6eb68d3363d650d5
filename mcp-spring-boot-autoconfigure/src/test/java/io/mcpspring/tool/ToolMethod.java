package io.mcpspring.tool;

import java.lang.reflect.Method;
import java.util.Arrays;
import java.util.List;
import org.springframework.core.annotation.AnnotatedMethod;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/** A method of a test's tool class, found by its name. */
record ToolMethod(Class<?> beanClass, Method method, List<ToolArgument> arguments) {

    static ToolMethod of(Class<?> beanClass, String name) {
        Method method = Arrays.stream(beanClass.getDeclaredMethods())
                .filter(candidate -> candidate.getName().equals(name) && !candidate.isBridge())
                .findFirst()
                .orElseThrow();
        List<ToolArgument> arguments = Arrays.stream(new AnnotatedMethod(method).getMethodParameters())
                .map(parameter -> ToolArgument.of(parameter, text -> text.replace("${unit}", "km")))
                .toList();
        return new ToolMethod(beanClass, method, arguments);
    }

    ObjectNode schema(ToolSchemas schemas) {
        return schemas.inputSchema(beanClass, method, arguments);
    }

    ObjectNode schema() {
        return schema(new ToolSchemas(JsonMapper.shared(), true, List.of()));
    }

    ArgumentReader reader(JsonMapper mapper, boolean parseStringifiedJson) {
        return new ArgumentReader(
                schema(new ToolSchemas(mapper, true, List.of())), beanClass, arguments, mapper, parseStringifiedJson);
    }
}
