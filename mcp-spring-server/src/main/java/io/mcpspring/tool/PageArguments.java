package io.mcpspring.tool;

import io.mcpspring.annotation.McpToolParam;
import io.mcpspring.method.AnnotationTexts;
import io.mcpspring.method.BeanMethod;
import io.mcpspring.schema.ToolArgument;
import io.mcpspring.validation.InvalidArgumentsException;
import io.mcpspring.validation.Problem;
import io.mcpspring.validation.Quoted;
import java.lang.annotation.Annotation;
import java.lang.reflect.Type;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.springframework.beans.factory.annotation.Qualifier;
import org.springframework.core.MethodParameter;
import org.springframework.core.ResolvableType;
import org.springframework.data.core.PropertyReferenceException;
import org.springframework.data.domain.PageRequest;
import org.springframework.data.domain.Pageable;
import org.springframework.data.domain.Sort;
import org.springframework.data.web.PageableHandlerMethodArgumentResolverSupport;
import org.springframework.data.web.SortHandlerMethodArgumentResolverSupport;
import org.springframework.util.Assert;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/**
 * The arguments page, size and sort of a parameter of type {@code Pageable}, and sort alone of type {@code Sort}, with
 * the names and defaults that Spring Data has for HTTP requests. Loaded only where Spring Data is present.
 */
final class PageArguments extends PageableHandlerMethodArgumentResolverSupport {

    private static final Type TEXTS =
            ResolvableType.forClassWithGenerics(List.class, String.class).getType();

    private static final Pattern ORDER =
            Pattern.compile("([^\\s,()]+)(?:,(asc|desc))?(,ignorecase)?", Pattern.CASE_INSENSITIVE);

    private static final String PREFIX = "${spring.data.web.pageable.prefix:}";

    private final MethodParameter parameter;

    private final AnnotationTexts texts;

    /** What a call gets without arguments. */
    private final Pageable absent;

    private final List<ToolArgument> arguments = new ArrayList<>();

    private PageArguments(MethodParameter parameter, AnnotationTexts texts) {
        Assert.state(!parameter.hasParameterAnnotation(McpToolParam.class), "@McpToolParam describes one argument");
        this.parameter = parameter;
        this.texts = texts;
        setOneIndexedParameters(Boolean.parseBoolean(property("pageable.one-indexed-parameters:false")));
        setMaxPageSize(Integer.parseInt(property("pageable.max-page-size:2000")));
        setFallbackPageable(PageRequest.of(0, Integer.parseInt(property("pageable.default-page-size:20"))));
        Pageable page = getPageable(parameter, null, null);
        Sort sort = new SortDefaults().of(parameter);
        this.absent = sort.isSorted() ? PageRequest.of(page.getPageNumber(), page.getPageSize(), sort) : page;
    }

    /** Reads the annotations of Spring Data. */
    private static final class SortDefaults extends SortHandlerMethodArgumentResolverSupport {

        Sort of(MethodParameter parameter) {
            return getDefaultFromAnnotationOrFallback(parameter);
        }
    }

    static ParameterArguments of(MethodParameter parameter, AnnotationTexts texts) {
        try {
            return new PageArguments(parameter, texts).all();
        } catch (IllegalArgumentException | IllegalStateException ex) {
            throw texts.method()
                    .refused(
                            "The arguments of " + BeanMethod.describe(parameter) + " are unclear: " + ex.getMessage()
                                    + ".",
                            "Correct its annotations, of which @Qualifier(\"orders\") adds a prefix to the names, or"
                                    + " the properties spring.data.web.*.");
        }
    }

    /** Returns the failure of a call whose sort a repository has refused; {@code null} for another failure. */
    static @Nullable InvalidArgumentsException refusedSort(Throwable failure) {
        return failure instanceof PropertyReferenceException unknown
                ? invalid("", "there is no property '" + Quoted.of(unknown.getPropertyName()) + "'")
                : null;
    }

    private static InvalidArgumentsException invalid(String argument, String message) {
        return new InvalidArgumentsException(List.of(new Problem(argument, message)));
    }

    private ParameterArguments all() {
        boolean paged = parameter.getParameterType() == Pageable.class;
        if (paged) {
            String delimiter = property("pageable.qualifier-delimiter:_");
            int first = isOneIndexedParameters() ? 1 : 0;
            String page = Integer.toString(absent.getPageNumber() + first);
            add(name(PREFIX, delimiter, "pageable.page-parameter:page"), Integer.class, "Number of the page", page)
                    .put("minimum", first);
            String size = name(PREFIX, delimiter, "pageable.size-parameter:size");
            add(size, Integer.class, "Number of elements on a page", Integer.toString(absent.getPageSize()))
                    .put("minimum", 1)
                    .put("maximum", getMaxPageSize());
        }
        String sorting = "Properties to sort by, as in \"name\" or \"name,desc\"; by default " + absent.getSort();
        // The delimiter of the properties is that of pages alone, as in HTTP requests.
        add(name("", "_", "sort.sort-parameter:sort"), TEXTS, sorting, null);
        return new ParameterArguments(arguments, paged ? this::page : values -> sort(values[0]));
    }

    /** Adds an argument, and returns the keywords of its schema. */
    private ObjectNode add(String name, Type type, String description, @Nullable String defaultValue) {
        ObjectNode keywords = JsonNodeFactory.instance.objectNode();
        MethodParameter single = new ArgumentParameter(parameter, name, type, false, new Annotation[0]);
        arguments.add(new ToolArgument(name, single, false, description, defaultValue, List.of(), null, keywords));
        return keywords;
    }

    private String name(String prefix, String delimiter, String property) {
        Qualifier qualifier = parameter.getParameterAnnotation(Qualifier.class);
        String qualified = qualifier == null ? "" : qualifier.value() + delimiter;
        return texts.resolved(prefix + qualified + property(property));
    }

    private String property(String nameAndDefault) {
        return texts.resolved("${spring.data.web." + nameAndDefault + "}");
    }

    private Pageable page(@Nullable Object[] values) {
        Pageable page = getPageable(parameter, String.valueOf(values[0]), String.valueOf(values[1]));
        return PageRequest.of(page.getPageNumber(), page.getPageSize(), sort(values[2]));
    }

    private Sort sort(@Nullable Object given) {
        return given instanceof List<?> orders && !orders.isEmpty()
                ? Sort.by(orders.stream().map(this::order).toList())
                : absent.getSort();
    }

    private Sort.Order order(Object text) {
        Matcher parts = ORDER.matcher(String.valueOf(text));
        if (!parts.matches()) {
            String sort = arguments.get(arguments.size() - 1).name();
            throw invalid(
                    sort, "must have properties, as in \"name\" or \"name,desc\", got '" + Quoted.of("" + text) + "'");
        }
        Sort.Direction direction =
                Sort.Direction.fromOptionalString(parts.group(2)).orElse(Sort.DEFAULT_DIRECTION);
        Sort.Order order = new Sort.Order(direction, parts.group(1));
        return parts.group(3) == null ? order : order.ignoreCase();
    }
}
