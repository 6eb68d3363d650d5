package io.mcpspring.controller;

import io.mcpspring.controller.HandlerArgument.Place;
import io.mcpspring.method.AnnotationTexts;
import io.mcpspring.method.BeanMethod;
import io.mcpspring.method.InjectedParameters;
import io.mcpspring.schema.JsonSchemas;
import io.mcpspring.schema.KotlinTypes;
import io.mcpspring.schema.ToolArgument;
import io.mcpspring.tool.ArgumentParameter;
import io.mcpspring.tool.ParameterArguments;
import java.lang.reflect.Constructor;
import java.lang.reflect.Type;
import java.security.Principal;
import java.time.ZoneId;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TimeZone;
import java.util.function.Predicate;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.springframework.beans.BeanUtils;
import org.springframework.core.DefaultParameterNameDiscoverer;
import org.springframework.core.KotlinDetector;
import org.springframework.core.MethodParameter;
import org.springframework.core.ResolvableType;
import org.springframework.core.annotation.MergedAnnotations;
import org.springframework.core.convert.TypeDescriptor;
import org.springframework.http.HttpEntity;
import org.springframework.web.bind.annotation.ModelAttribute;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.RequestHeader;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.ValueConstants;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/**
 * Decides for each parameter of a handler method whether it is an argument, or the web framework supplies it.
 *
 * @param resolved whether the application has a resolver of its own for a parameter
 * @param values writes and reads texts of a request
 */
record HandlerParameters(
        MappedHandler handler,
        BeanMethod method,
        Predicate<MethodParameter> resolved,
        AnnotationTexts texts,
        ArgumentTexts values,
        JsonMapper mapper,
        ControllerSettings settings) {

    /** Packages of the annotations of parameters that the web framework fills, apart from arguments. */
    private static final Pattern SUPPLIED_ANNOTATIONS =
            Pattern.compile("org\\.springframework\\.((web\\.bind|security\\.core|security\\.oauth2\\.client)"
                    + "\\.annotation\\.|beans\\.factory\\.annotation\\.Value)");

    private static final List<Class<?>> SUPPLIED_TYPES =
            List.of(Principal.class, Locale.class, TimeZone.class, ZoneId.class, Map.class);

    /** Packages of the values that web frameworks supply. */
    private static final Pattern SUPPLIED_PACKAGES =
            Pattern.compile("(jakarta\\.servlet|org\\.springframework\\.(ui|validation|web|http|security))\\.");

    /** @throws io.mcpspring.method.McpMethodException if a request would lack a part */
    List<HandlerArgument> find() {
        ParameterCheck.checkClass(method);
        for (MethodParameter parameter : method.parameters()) {
            parameter.initParameterNameDiscovery(new DefaultParameterNameDiscoverer());
            new ParameterCheck(method, parameter).check(settings);
        }
        List<HandlerArgument> found =
                method.parameters().stream().flatMap(this::arguments).toList();
        Set<String> missing = handler.path().variables();
        found.stream().filter(argument -> argument.place() == Place.PATH).forEach(each -> missing.remove(each.name()));
        if (!missing.isEmpty()) {
            throw method.refused(
                    "No parameter has the value of " + missing + " in its path "
                            + handler.path().pattern() + ".",
                    "Declare a @PathVariable for it.");
        }
        return found;
    }

    /** Returns the names of the headers that parameters declare. */
    List<String> headers() {
        return method.parameters().stream()
                .flatMap(parameter -> Stream.ofNullable(parameter.getParameterAnnotation(RequestHeader.class))
                        .map(header -> texts.resolved(name(header.name(), parameter))))
                .toList();
    }

    private Stream<HandlerArgument> arguments(MethodParameter parameter) {
        PathVariable path = parameter.getParameterAnnotation(PathVariable.class);
        RequestParam query = parameter.getParameterAnnotation(RequestParam.class);
        RequestBody body = parameter.getParameterAnnotation(RequestBody.class);
        ModelAttribute model = parameter.getParameterAnnotation(ModelAttribute.class);
        Class<?> type = parameter.nestedIfOptional().getNestedParameterType();
        if (path != null) {
            return text(parameter, Place.PATH, path.name(), true, null);
        } else if (query != null) {
            return text(parameter, Place.QUERY, query.name(), query.required(), query.defaultValue());
        } else if (body != null) {
            return body(parameter, body.required());
        } else if (HttpEntity.class.isAssignableFrom(type)) {
            return body(parameter, false);
        } else if (model != null) {
            return model.binding() ? model(parameter) : Stream.empty();
        } else if (InjectedParameters.isPage(parameter)) {
            return page(parameter);
        } else if (isSupplied(parameter, type)) {
            return Stream.empty();
        }
        return BeanUtils.isSimpleProperty(type) ? text(parameter, Place.QUERY, "", false, null) : model(parameter);
    }

    /** Returns what Spring Data reads of a request; its resolver has the default values. */
    private Stream<HandlerArgument> page(MethodParameter parameter) {
        return ParameterArguments.of(parameter, texts).arguments().stream()
                .map(each -> new HandlerArgument(
                        each.whenAbsent(false, null),
                        Place.QUERY,
                        each.name(),
                        TypeDescriptor.valueOf(each.parameter().getParameterType())));
    }

    private boolean isSupplied(MethodParameter parameter, Class<?> type) {
        return MergedAnnotations.from(parameter.getParameterAnnotations()).stream()
                        .anyMatch(annotation -> isIn(SUPPLIED_ANNOTATIONS, annotation.getType()))
                || SUPPLIED_TYPES.stream().anyMatch(supplied -> supplied.isAssignableFrom(type))
                || Principal.class.isAssignableFrom(BodyType.of(parameter).toClass())
                || isIn(SUPPLIED_PACKAGES, type)
                || resolved.test(parameter);
    }

    private static boolean isIn(Pattern packages, Class<?> type) {
        return packages.matcher(type.getName()).lookingAt();
    }

    private Stream<HandlerArgument> text(
            MethodParameter parameter, Place place, String name, boolean required, @Nullable String defaultValue) {
        MethodParameter single = parameter.nestedIfOptional();
        Class<?> raw = single.getParameterType();
        TypeDescriptor type = KotlinDetector.isInlineClass(raw)
                ? TypeDescriptor.valueOf(KotlinTypes.wrappedBy(raw))
                : new TypeDescriptor(single);
        String given = defaultValue == null || defaultValue.equals(ValueConstants.DEFAULT_NONE) ? null : defaultValue;
        // The web framework has a value for an absent boolean, but for no other type without null.
        boolean nonNull =
                raw != boolean.class && (raw.isPrimitive() || KotlinTypes.isKnown(parameter.getDeclaringClass()));
        boolean demanded = place == Place.PATH || (required || nonNull) && given == null && !parameter.isOptional();
        TypeDescriptor sent = values.sent(type);
        Type sentType = sent == type
                ? single.getNestedGenericParameterType()
                : sent.getResolvableType().getType();
        return Stream.of(argument(
                new ArgumentParameter(parameter, texts.resolved(name(name, parameter)), sentType, demanded),
                place,
                sent,
                given));
    }

    private Stream<HandlerArgument> body(MethodParameter parameter, boolean required) {
        ResolvableType content = BodyType.of(parameter);
        if (content.resolve() == null || content.toClass() == Void.class) {
            return Stream.empty();
        }
        new ParameterCheck(method, parameter).checkBody(handler, content);
        // The application's own mapper reads the body.
        JsonSchemas.requireWritable(mapper.constructType(content.getType()), mapper, null);
        boolean demanded = required && !parameter.isOptional();
        ArgumentParameter body = new ArgumentParameter(parameter, name("", parameter), content.getType(), demanded);
        TypeDescriptor type = new TypeDescriptor(content, null, parameter.getParameterAnnotations());
        return Stream.of(argument(body, Place.BODY, type, null));
    }

    private Stream<HandlerArgument> model(MethodParameter parameter) {
        return modelProperties(parameter).entrySet().stream()
                .filter(property -> method.parameters().stream().noneMatch(other -> reads(other, property.getKey())))
                .map(property -> property(parameter, property.getKey(), property.getValue()));
    }

    private Map<String, TypeDescriptor> modelProperties(MethodParameter parameter) {
        try {
            return ModelProperties.of(BodyType.of(parameter).toClass());
        } catch (IllegalStateException unbindable) {
            throw new ParameterCheck(method, parameter)
                    .failure(
                            "a model attribute, and Spring cannot create one of this type",
                            "Annotate it with @RequestParam or @RequestBody.");
        }
    }

    private HandlerArgument property(MethodParameter parameter, String name, TypeDescriptor property) {
        new ParameterCheck(method, parameter).checkType(property.getResolvableType());
        boolean ofPath = handler.path().variables().contains(name);
        boolean demanded = ofPath || isDemanded(property);
        TypeDescriptor sent = ArgumentTexts.areTexts(property) ? values.sent(property) : property;
        Type type = sent.getResolvableType().getType();
        ArgumentParameter single = new ArgumentParameter(parameter, name, type, demanded, property.getAnnotations());
        return argument(single, ofPath ? Place.PATH : Place.QUERY, sent, null);
    }

    /** Whether a parameter of its own is the argument for a part of the request, which the model then has, too. */
    private static boolean reads(MethodParameter parameter, String part) {
        PathVariable path = parameter.getParameterAnnotation(PathVariable.class);
        RequestParam query = parameter.getParameterAnnotation(RequestParam.class);
        return path != null && name(path.name(), parameter).equals(part)
                || query != null && name(query.name(), parameter).equals(part);
    }

    /** Whether a data binder calls the constructor of a model only with a value for this property. */
    private static boolean isDemanded(TypeDescriptor property) {
        return property.getSource() instanceof MethodParameter parameter
                && (property.getType().isPrimitive() || KotlinTypes.isKnown(parameter.getDeclaringClass()))
                && parameter.getExecutable() instanceof Constructor<?>
                && !parameter.isOptional();
    }

    private HandlerArgument argument(
            ArgumentParameter parameter, Place place, TypeDescriptor type, @Nullable String defaultValue) {
        ToolArgument argument = ToolArgument.of(parameter, texts::resolved);
        String json = argument.defaultValue() == null && defaultValue != null
                ? json(texts.resolved(defaultValue), type)
                : argument.defaultValue();
        ToolArgument whole = argument.whenAbsent(argument.required(), json)
                .describedBy(() -> KeptJavadoc.of(method.method(), argument.name()));
        return new HandlerArgument(whole, place, parameter.getParameterName(), type);
    }

    /** Returns a default value of the web framework as JSON; {@code null} if it has no value that is. */
    private @Nullable String json(String text, TypeDescriptor type) {
        Object value = text.isEmpty() || text.contains("#{") ? null : values.read(text, type);
        if (value == null) {
            return null;
        }
        JsonNode json = mapper.valueToTree(value);
        return json.isString() ? json.stringValue() : json.toString();
    }

    /** Returns the name of a part of the request that a parameter takes. */
    static String name(String declared, MethodParameter parameter) {
        return declared.isEmpty() ? String.valueOf(parameter.getParameterName()) : declared;
    }
}
