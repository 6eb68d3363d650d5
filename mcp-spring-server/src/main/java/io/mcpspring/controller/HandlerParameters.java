package io.mcpspring.controller;

import io.mcpspring.controller.HandlerArgument.Place;
import io.mcpspring.method.AnnotationTexts;
import io.mcpspring.method.BeanMethod;
import io.mcpspring.schema.ToolArgument;
import java.lang.reflect.Constructor;
import java.lang.reflect.Type;
import java.security.Principal;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TimeZone;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;
import org.springframework.beans.BeanUtils;
import org.springframework.beans.factory.annotation.Qualifier;
import org.springframework.core.DefaultParameterNameDiscoverer;
import org.springframework.core.MethodParameter;
import org.springframework.core.ReactiveAdapter;
import org.springframework.core.ReactiveAdapterRegistry;
import org.springframework.core.ResolvableType;
import org.springframework.core.annotation.MergedAnnotations;
import org.springframework.core.convert.TypeDescriptor;
import org.springframework.http.HttpEntity;
import org.springframework.web.bind.annotation.MatrixVariable;
import org.springframework.web.bind.annotation.ModelAttribute;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.ValueConstants;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/**
 * Decides for each parameter of a handler method whether it is an argument, or the web framework supplies it.
 *
 * @param resolved whether the application has a resolver of its own for a parameter
 * @param values writes and reads texts of a request
 * @param found collects the arguments
 */
record HandlerParameters(
        MappedHandler handler,
        BeanMethod method,
        Predicate<MethodParameter> resolved,
        AnnotationTexts texts,
        ArgumentTexts values,
        JsonMapper mapper,
        ControllerSettings settings,
        List<HandlerArgument> found) {

    private static final String DATA = "org.springframework.data.domain.";

    /** Packages of the annotations of parameters that the web framework fills, apart from arguments. */
    private static final List<String> SUPPLIED_ANNOTATIONS = List.of(
            "org.springframework.web.bind.annotation.",
            "org.springframework.security.core.annotation.",
            "org.springframework.security.oauth2.client.annotation.",
            "org.springframework.beans.factory.annotation.Value");

    private static final List<Class<?>> SUPPLIED_TYPES =
            List.of(Principal.class, Locale.class, TimeZone.class, ZoneId.class, Map.class);

    /** Packages of the values that web frameworks supply. */
    private static final List<String> SUPPLIED_PACKAGES = List.of(
            "jakarta.servlet.",
            "org.springframework.ui.",
            "org.springframework.validation.",
            "org.springframework.web.",
            "org.springframework.http.",
            "org.springframework.security.");

    HandlerParameters(
            MappedHandler handler,
            BeanMethod method,
            Predicate<MethodParameter> resolved,
            AnnotationTexts texts,
            ArgumentTexts values,
            JsonMapper mapper,
            ControllerSettings settings) {
        this(handler, method, resolved, texts, values, mapper, settings, new ArrayList<>());
    }

    /** @throws io.mcpspring.method.McpMethodException if a request would lack a part */
    List<HandlerArgument> find() {
        RefusedParameter.checkClass(method);
        for (MethodParameter parameter : method.parameters()) {
            parameter.initParameterNameDiscovery(new DefaultParameterNameDiscoverer());
            RefusedParameter.check(method, parameter, settings.headers());
        }
        method.parameters().forEach(this::add);
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

    private void add(MethodParameter parameter) {
        PathVariable path = parameter.getParameterAnnotation(PathVariable.class);
        RequestParam query = parameter.getParameterAnnotation(RequestParam.class);
        MatrixVariable matrix = parameter.getParameterAnnotation(MatrixVariable.class);
        RequestBody body = parameter.getParameterAnnotation(RequestBody.class);
        Class<?> type = parameter.nestedIfOptional().getNestedParameterType();
        if (path != null) {
            addText(parameter, Place.PATH, name(path.name(), parameter), true, null);
        } else if (query != null) {
            String name = name(query.name(), parameter);
            addText(parameter, Place.QUERY, name, query.required(), query.defaultValue());
        } else if (matrix != null) {
            String name = name(matrix.name(), parameter);
            addText(parameter, Place.MATRIX, name, matrix.required(), matrix.defaultValue());
        } else if (body != null) {
            addBody(parameter, body.required());
        } else if (HttpEntity.class.isAssignableFrom(type)) {
            addBody(parameter, false);
        } else if (parameter.hasParameterAnnotation(ModelAttribute.class)) {
            addModel(parameter);
        } else if (type.getName().equals(DATA + "Pageable") || type.getName().equals(DATA + "Sort")) {
            addPage(parameter, type.getName().endsWith("Pageable"));
        } else if (!isSupplied(parameter, type)) {
            addUndeclared(parameter, type);
        }
    }

    /** Adds what Spring Data reads of a request. */
    private void addPage(MethodParameter parameter, boolean pages) {
        Qualifier qualifier = parameter.getParameterAnnotation(Qualifier.class);
        String prefix =
                qualifier == null ? "" : qualifier.value() + "${spring.data.web.pageable.qualifier-delimiter:_}";
        if (pages) {
            String paging = "${spring.data.web.pageable.prefix:}" + prefix;
            addOption(parameter, paging + "${spring.data.web.pageable.page-parameter:page}", Integer.class);
            addOption(parameter, paging + "${spring.data.web.pageable.size-parameter:size}", Integer.class);
        }
        addOption(parameter, prefix + "${spring.data.web.sort.sort-parameter:sort}", String.class);
    }

    /** Adds a number, or several texts, each of which is read as a whole. */
    private void addOption(MethodParameter parameter, String placeholders, Class<?> type) {
        String name = texts.resolved(placeholders);
        Type sent = type == String.class
                ? ResolvableType.forClassWithGenerics(List.class, type).getType()
                : type;
        add(new ArgumentParameter(parameter, name, sent, false), Place.QUERY, name, TypeDescriptor.valueOf(type), null);
    }

    private boolean isSupplied(MethodParameter parameter, Class<?> type) {
        return MergedAnnotations.from(parameter.getParameterAnnotations()).stream()
                        .anyMatch(annotation -> isIn(SUPPLIED_ANNOTATIONS, annotation.getType()))
                || SUPPLIED_TYPES.stream().anyMatch(supplied -> supplied.isAssignableFrom(type))
                || isIn(SUPPLIED_PACKAGES, type)
                || resolved.test(parameter);
    }

    private static boolean isIn(List<String> packages, Class<?> type) {
        return packages.stream().anyMatch(type.getName()::startsWith);
    }

    private void addUndeclared(MethodParameter parameter, Class<?> type) {
        if (BeanUtils.isSimpleProperty(type)) {
            addText(parameter, Place.QUERY, name("", parameter), false, null);
        } else {
            addModel(parameter);
        }
    }

    private void addText(
            MethodParameter parameter, Place place, String name, boolean required, @Nullable String defaultValue) {
        MethodParameter single = parameter.nestedIfOptional();
        TypeDescriptor type = new TypeDescriptor(single);
        String given = defaultValue == null || defaultValue.equals(ValueConstants.DEFAULT_NONE) ? null : defaultValue;
        // The web framework has a value for an absent boolean, but for no other primitive type.
        boolean primitive = single.getParameterType().isPrimitive() && single.getParameterType() != boolean.class;
        boolean demanded = (required || primitive) && given == null && !parameter.isOptional();
        // Of a type that only a converter of the application knows, the client sends the text.
        boolean converted = !ArgumentTexts.areTexts(type);
        add(
                new ArgumentParameter(
                        parameter, name, converted ? String.class : single.getNestedGenericParameterType(), demanded),
                place,
                name,
                converted ? TypeDescriptor.valueOf(String.class) : type,
                given);
    }

    private void addBody(MethodParameter parameter, boolean required) {
        ResolvableType content = content(ResolvableType.forMethodParameter(parameter));
        if (content.resolve() != null && content.toClass() != Void.class) {
            RefusedParameter.checkBody(method, handler, parameter, content);
            String name = name("", parameter);
            add(
                    new ArgumentParameter(parameter, name, content.getType(), required && !parameter.isOptional()),
                    Place.BODY,
                    name,
                    new TypeDescriptor(content, null, parameter.getParameterAnnotations()),
                    null);
        }
    }

    /** Returns the type of a body without the types around it. */
    private static ResolvableType content(ResolvableType type) {
        ReactiveAdapter adapter = ReactiveAdapterRegistry.getSharedInstance().getAdapter(type.toClass());
        if (adapter != null && adapter.isMultiValue()) {
            return ResolvableType.forClassWithGenerics(List.class, type.getGeneric());
        }
        boolean wrapper = adapter != null || HttpEntity.class.isAssignableFrom(type.toClass());
        return wrapper ? content(type.getGeneric()) : type;
    }

    private void addModel(MethodParameter parameter) {
        Class<?> model = content(ResolvableType.forMethodParameter(parameter)).toClass();
        ModelProperties.of(model).forEach((name, property) -> {
            RefusedParameter.checkType(method, parameter, property.getResolvableType());
            boolean ofPath = handler.path().variables().contains(name);
            Type type = property.getResolvableType().getType();
            if (method.parameters().stream().noneMatch(other -> reads(other, name))) {
                add(
                        new ArgumentParameter(
                                parameter, name, type, ofPath || isDemanded(property), property.getAnnotations()),
                        ofPath ? Place.PATH : Place.QUERY,
                        name,
                        property,
                        null);
            }
        });
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
        return property.getType().isPrimitive()
                && property.getSource() instanceof MethodParameter parameter
                && parameter.getExecutable() instanceof Constructor<?>
                && !parameter.isOptional();
    }

    private void add(
            ArgumentParameter parameter, Place place, String name, TypeDescriptor type, @Nullable String defaultValue) {
        ToolArgument argument = ToolArgument.of(parameter, texts::resolved);
        String json = argument.defaultValue() == null && defaultValue != null
                ? json(texts.resolved(defaultValue), type)
                : argument.defaultValue();
        ToolArgument whole = new ToolArgument(
                argument.name(),
                parameter,
                argument.required(),
                argument.title(),
                argument.description(),
                json,
                argument.examples(),
                argument.header());
        found.add(new HandlerArgument(whole, place, name, type));
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

    private static String name(String declared, MethodParameter parameter) {
        return declared.isEmpty() ? String.valueOf(parameter.getParameterName()) : declared;
    }
}
