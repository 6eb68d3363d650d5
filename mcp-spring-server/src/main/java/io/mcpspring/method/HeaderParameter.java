package io.mcpspring.method;

import io.mcpspring.exchange.Exchange;
import io.mcpspring.exchange.RequestHeaders;
import io.mcpspring.protocol.McpProtocolException;
import io.mcpspring.schema.JavaTypes;
import io.mcpspring.validation.DeclarationException;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.springframework.core.MethodParameter;
import org.springframework.core.ResolvableType;
import org.springframework.core.convert.ConversionService;
import org.springframework.http.HttpHeaders;
import org.springframework.util.CollectionUtils;
import org.springframework.util.LinkedCaseInsensitiveMap;
import org.springframework.util.MultiValueMap;
import org.springframework.web.bind.annotation.RequestHeader;
import org.springframework.web.bind.annotation.ValueConstants;

/**
 * A parameter that gets a header of the request.
 *
 * @param defaultValue the text that stands for an absent or empty header
 */
record HeaderParameter(TextArgument text, @Nullable String defaultValue) {

    /** @throws DeclarationException if the name is unknown, or if texts cannot be converted to the type */
    static Function<Exchange, @Nullable Object> source(
            AnnotationTexts texts, MethodParameter parameter, RequestHeader annotation, ConversionService conversion) {
        Class<?> type = parameter.getNestedParameterType();
        if (type == Map.class || type == MultiValueMap.class) {
            ResolvableType map = ResolvableType.forMethodParameter(parameter).asMap();
            boolean everyValue = map.getGeneric(1).resolve() == List.class;
            return everyValue ? HeaderParameter::all : exchange -> all(exchange).asSingleValueMap();
        }
        String declared = texts.resolved(annotation.name());
        String name = declared.isEmpty() ? JavaTypes.nameOf(parameter, "@RequestHeader(\"...\")") : declared;
        String defaultValue = annotation.defaultValue().equals(ValueConstants.DEFAULT_NONE)
                ? null
                : texts.resolved(annotation.defaultValue());
        // An empty default value is null for many types, but not for a primitive one.
        boolean required = defaultValue == null ? annotation.required() : type.isPrimitive();
        TextArgument text = TextArgument.of(parameter, name, required, conversion);
        HeaderParameter header = new HeaderParameter(text, defaultValue);
        if (defaultValue != null) {
            header.checkDefault(parameter);
        }
        return header::value;
    }

    private void checkDefault(MethodParameter parameter) {
        try {
            convert(defaultValue);
        } catch (McpProtocolException ex) {
            throw new DeclarationException(
                    "The default value '" + defaultValue + "' does not fit " + BeanMethod.describe(parameter),
                    "Give a default value that can be converted to the parameter's type");
        }
    }

    private @Nullable Object value(Exchange exchange) {
        List<String> sent = headers(exchange).all(text.name());
        String single = sent.size() == 1 ? sent.get(0) : String.join(",", sent);
        boolean absent = sent.isEmpty() || defaultValue != null && single.isEmpty();
        return convert(absent ? defaultValue : single);
    }

    /** The text is not repeated: the client may not know headers that a gateway has added. */
    private @Nullable Object convert(@Nullable String sent) {
        if (sent == null && text.required()) {
            throw McpProtocolException.invalidParams("Header '" + text.name() + "' is missing");
        }
        try {
            return text.value(sent);
        } catch (McpProtocolException ex) {
            throw McpProtocolException.invalidParams("Header '" + text.name() + "' has a value that cannot be used");
        }
    }

    /** Whether a type is that of all headers. */
    static boolean isOfAll(Class<?> type) {
        return type == HttpHeaders.class;
    }

    static HttpHeaders readOnly(Exchange exchange) {
        return HttpHeaders.readOnlyHttpHeaders(all(exchange));
    }

    /** Returns all headers of a request. */
    private static MultiValueMap<String, String> all(Exchange exchange) {
        Map<String, List<String>> values = new LinkedCaseInsensitiveMap<>(Locale.ROOT);
        values.putAll(headers(exchange).asMap());
        return CollectionUtils.toMultiValueMap(values);
    }

    private static RequestHeaders headers(Exchange exchange) {
        return Objects.requireNonNull(exchange.context().attribute(RequestHeaders.class));
    }
}
