package io.mcpspring;

import java.util.Collection;
import java.util.List;
import java.util.Objects;
import java.util.function.Supplier;
import org.springframework.beans.factory.BeanFactory;
import org.springframework.beans.factory.NoSuchBeanDefinitionException;
import org.springframework.beans.factory.NoUniqueBeanDefinitionException;
import tools.jackson.databind.json.JsonMapper;

/** The mapper of the application, or one with the defaults of Jackson, which arguments, results and schemas use. */
@Internal
public record ApplicationMapper(BeanFactory beans) implements Supplier<JsonMapper> {

    /** The name of the parameters by which Spring Boot gets one of several mappers. */
    private static final String NAME = "jsonMapper";

    @Override
    public JsonMapper get() {
        JsonMapper mapper = mapper();
        if (mapper.deserializationConfig().getDefaultTyper(mapper.constructType(Object.class)) != null) {
            throw new McpConfigurationException(
                    "The JsonMapper of the application uses default typing, so that clients could name the classes of"
                            + " arguments.",
                    "Use default typing in another mapper, and mark one without it as @Primary.");
        }
        return mapper;
    }

    private JsonMapper mapper() {
        try {
            return beans.getBean(JsonMapper.class);
        } catch (NoUniqueBeanDefinitionException several) {
            Collection<String> names = Objects.requireNonNullElse(several.getBeanNamesFound(), List.of());
            if (names.contains(NAME)) {
                return beans.getBean(NAME, JsonMapper.class);
            }
            throw new McpConfigurationException(
                    "Several beans are of type JsonMapper: " + String.join(", ", names) + ".",
                    "Mark the one that reads arguments and writes results as @Primary.");
        } catch (NoSuchBeanDefinitionException none) {
            return JsonMapper.shared();
        }
    }
}
