package io.mcpspring.tool;

import io.mcpspring.Internal;
import io.mcpspring.method.AnnotationTexts;
import io.mcpspring.method.HttpInterface;
import io.mcpspring.method.InjectedParameters;
import io.mcpspring.schema.ToolArgument;
import java.util.List;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.springframework.core.MethodParameter;

/**
 * The arguments of which a parameter is made.
 *
 * @param value makes the value of the parameter of those of the arguments
 */
@Internal
public record ParameterArguments(List<ToolArgument> arguments, Function<@Nullable Object[], @Nullable Object> value) {

    /**
     * @param texts reads the annotations of the method
     * @throws io.mcpspring.method.McpMethodException if the annotations of the parameter are invalid
     */
    public static ParameterArguments of(MethodParameter parameter, AnnotationTexts texts) {
        if (InjectedParameters.isPage(parameter)) {
            return PageArguments.of(parameter, texts);
        }
        return HttpInterface.declares(texts.method())
                ? RemoteArgument.of(parameter, texts)
                : new ParameterArguments(List.of(ToolArgument.of(parameter, texts::resolved)), values -> values[0]);
    }
}
