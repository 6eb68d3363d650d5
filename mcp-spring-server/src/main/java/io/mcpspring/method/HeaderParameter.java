package io.mcpspring.method;

import io.mcpspring.exchange.Exchange;
import io.mcpspring.exchange.RequestHeaders;
import io.mcpspring.protocol.McpProtocolException;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.core.MethodParameter;
import org.springframework.core.ResolvableType;
import org.springframework.core.convert.ConversionException;
import org.springframework.core.convert.ConversionService;
import org.springframework.core.convert.TypeDescriptor;
import org.springframework.http.HttpHeaders;
import org.springframework.util.CollectionUtils;
import org.springframework.util.LinkedCaseInsensitiveMap;
import org.springframework.util.MultiValueMap;
import org.springframework.web.bind.annotation.RequestHeader;
import org.springframework.web.bind.annotation.ValueConstants;

/**
 * A parameter that gets a header of the request.
 *
 * @param required whether a call without the header is refused
 * @param defaultValue the text that stands for an absent or empty header
 */
record HeaderParameter(
        String name,
        TypeDescriptor type,
        boolean required,
        @Nullable String defaultValue,
        ConversionService conversion) {

    static Function<Exchange, @Nullable Object> source(
            BeanMethod method,
            MethodParameter parameter,
            RequestHeader annotation,
            ConfigurableApplicationContext application,
            ConversionService conversion) {
        Class<?> type = parameter.getNestedParameterType();
        if (type == Map.class || type == MultiValueMap.class) {
            return all(ResolvableType.forMethodParameter(parameter)
                            .asMap()
                            .getGeneric(1)
                            .resolve()
                    == List.class);
        }
        AnnotationTexts texts = new AnnotationTexts(method, application.getEnvironment()::resolveRequiredPlaceholders);
        String name = texts.resolved(annotation.name());
        String defaultValue = annotation.defaultValue().equals(ValueConstants.DEFAULT_NONE)
                ? null
                : texts.resolved(annotation.defaultValue());
        HeaderParameter header = new HeaderParameter(
                name.isEmpty() ? TextArgument.nameOf(method, parameter, "@RequestHeader(\"...\")") : name,
                new TypeDescriptor(parameter),
                annotation.required() && defaultValue == null && !parameter.isOptional(),
                defaultValue,
                conversion);
        header.check(method, parameter);
        return header::value;
    }

    private void check(BeanMethod method, MethodParameter parameter) {
        String described = BeanMethod.describe(parameter);
        if (!conversion.canConvert(TypeDescriptor.valueOf(String.class), type)) {
            throw method.refused(
                    "The text of a header cannot be converted to the type of " + described + ".",
                    "Declare the parameter as a String, or a Converter from String as a bean.");
        }
        if (type.isPrimitive() && !required && defaultValue == null && !BeanMethod.hasKotlinDefault(parameter)) {
            throw method.refused(
                    "There is no value for " + described + " when header '" + name + "' is absent.",
                    "Declare the parameter as an Optional or with a wrapper type, or give a default value.");
        }
        try {
            convert(defaultValue);
        } catch (McpProtocolException ex) {
            throw method.refused(
                    "The default value '" + defaultValue + "' does not fit " + described + ".",
                    "Give a default value that can be converted to the parameter's type.");
        }
    }

    private @Nullable Object value(Exchange exchange) {
        List<String> sent = headers(exchange).all(name);
        Object single = sent.size() == 1 ? sent.get(0) : sent;
        boolean absent = sent.isEmpty() || defaultValue != null && single.equals("");
        Object value = convert(absent ? defaultValue : single);
        if (value == null && required) {
            throw McpProtocolException.invalidParams("Header '" + name + "' is missing");
        }
        return value;
    }

    private @Nullable Object convert(@Nullable Object value) {
        try {
            return value == null ? null : conversion.convert(value, type);
        } catch (ConversionException | IllegalArgumentException ex) {
            throw McpProtocolException.invalidParams("Header '" + name + "' has a value that cannot be used");
        }
    }

    private static Function<Exchange, @Nullable Object> all(boolean everyValue) {
        return exchange -> {
            Map<String, List<String>> values = new LinkedCaseInsensitiveMap<>(Locale.ROOT);
            values.putAll(headers(exchange).asMap());
            MultiValueMap<String, String> all = CollectionUtils.toMultiValueMap(values);
            return everyValue ? all : all.asSingleValueMap();
        };
    }

    /** Whether a type is that of all headers. */
    static boolean isOfAll(Class<?> type) {
        return type == HttpHeaders.class;
    }

    /** Returns all headers of a request. */
    static HttpHeaders all(Exchange exchange) {
        HttpHeaders all = new HttpHeaders();
        headers(exchange).asMap().forEach(all::put);
        return HttpHeaders.readOnlyHttpHeaders(all);
    }

    private static RequestHeaders headers(Exchange exchange) {
        RequestHeaders headers = exchange.context().attribute(RequestHeaders.class);
        return headers == null ? RequestHeaders.NONE : headers;
    }
}
