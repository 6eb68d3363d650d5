package io.mcpspring.constraint;

import io.mcpspring.method.BeanMethod;
import io.mcpspring.validation.Problem;
import io.mcpspring.validation.ProblemTexts;
import jakarta.validation.ConstraintViolation;
import jakarta.validation.ElementKind;
import jakarta.validation.Path;
import java.lang.reflect.Field;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.springframework.core.Nullness;
import org.springframework.util.ReflectionUtils;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.BeanDescription;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.introspect.BeanPropertyDefinition;
import tools.jackson.databind.json.JsonMapper;

/** Turns violations of constraints into problems, with the names that JSON uses. */
record ViolationProblems(List<ConstrainedArgument> arguments, JsonMapper mapper) {

    Problem of(ConstraintViolation<?> violation) {
        List<Object> place = new ArrayList<>();
        Object value = null;
        for (Iterator<Path.Node> nodes = violation.getPropertyPath().iterator(); nodes.hasNext(); ) {
            Path.Node node = nodes.next();
            if (node.getKind() == ElementKind.PARAMETER) {
                int index = node.as(Path.ParameterNode.class).getParameterIndex();
                place.add(argument(index).map(ConstrainedArgument::name).orElse(node.getName()));
                value = violation.getExecutableParameters()[index];
            } else {
                value = inside(node, value, place);
            }
            if (node.getKind() == ElementKind.PROPERTY) {
                // The element of a set is known only as the bean that has the constraint.
                Object bean = nodes.hasNext() ? value : violation.getLeafBean();
                place.add(bean == null ? node.getName() : jsonName(bean.getClass(), node.getName()));
                value = bean == null ? null : property(bean, node.getName());
            }
        }
        return new Problem(ProblemTexts.path(place), text(violation));
    }

    /** Whether a violation concerns a value, and not the {@code null} in place of which Kotlin takes a default. */
    boolean isOfValue(ConstraintViolation<?> violation) {
        Iterator<Path.Node> nodes = violation.getPropertyPath().iterator();
        nodes.next();
        Path.Node place = nodes.next();
        return nodes.hasNext()
                || violation.getInvalidValue() != null
                || place.getKind() != ElementKind.PARAMETER
                || argument(place.as(Path.ParameterNode.class).getParameterIndex())
                        .map(ConstrainedArgument::parameter)
                        .filter(BeanMethod::hasKotlinDefault)
                        .filter(parameter -> Nullness.forMethodParameter(parameter) == Nullness.NON_NULL)
                        .isEmpty();
    }

    private Optional<ConstrainedArgument> argument(int parameterIndex) {
        return arguments.stream()
                .filter(argument -> argument.parameter().getParameterIndex() == parameterIndex)
                .findFirst();
    }

    private static @Nullable Object element(@Nullable Object several, int index) {
        if (several instanceof List<?> list) {
            return list.get(index);
        }
        return several instanceof Object[] array ? array[index] : null;
    }

    /** Follows the path into a container, noting where it leads. */
    private static @Nullable Object inside(Path.Node node, @Nullable Object owner, List<Object> place) {
        Object value = owner;
        if (node.isInIterable() && node.getIndex() != null) {
            place.add(node.getIndex());
            value = element(value, node.getIndex());
        } else if (node.isInIterable() && node.getKey() != null) {
            place.add(String.valueOf(node.getKey()));
            value = value instanceof Map<?, ?> map ? map.get(node.getKey()) : null;
        }
        return value instanceof Optional<?> optional ? optional.orElse(null) : value;
    }

    private String jsonName(Class<?> owner, String javaName) {
        BeanDescription bean = mapper._deserializationContext().introspectBeanDescription(mapper.constructType(owner));
        return bean.findProperties().stream()
                .filter(property -> property.getInternalName().equals(javaName))
                .map(BeanPropertyDefinition::getName)
                .findFirst()
                .orElse(javaName);
    }

    private static @Nullable Object property(Object owner, String name) {
        Field field = ReflectionUtils.findField(owner.getClass(), name);
        return field != null && field.trySetAccessible() ? ReflectionUtils.getField(field, owner) : null;
    }

    private String text(ConstraintViolation<?> violation) {
        String message = violation.getMessage();
        try {
            JsonNode value = mapper.valueToTree(violation.getInvalidValue());
            return value.isValueNode() && !value.isNull() ? message + ", got " + ProblemTexts.brief(value) : message;
        } catch (JacksonException notShown) {
            return message;
        }
    }
}
