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
import org.springframework.util.StringUtils;
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

    private final MethodParameter parameter;

    private final AnnotationTexts texts;

    private final Pageable defaultPage;

    private final Sort defaultSort;

    private final List<ToolArgument> arguments = new ArrayList<>();

    private PageArguments(MethodParameter parameter, AnnotationTexts texts) {
        this.parameter = parameter;
        this.texts = texts;
        setOneIndexedParameters(Boolean.parseBoolean(property("pageable.one-indexed-parameters:false")));
        setMaxPageSize(Integer.parseInt(property("pageable.max-page-size:2000")));
        setFallbackPageable(PageRequest.of(0, Integer.parseInt(property("pageable.default-page-size:20"))));
        this.defaultPage = getPageable(parameter, null, null);
        Sort declared = new SortDefaults().of(parameter);
        this.defaultSort = declared.isSorted() ? declared : defaultPage.getSort();
    }

    /** Reads the annotations of Spring Data. */
    private static final class SortDefaults extends SortHandlerMethodArgumentResolverSupport {

        Sort of(MethodParameter parameter) {
            return getDefaultFromAnnotationOrFallback(parameter);
        }
    }

    static ParameterArguments of(MethodParameter parameter, AnnotationTexts texts) {
        if (parameter.hasParameterAnnotation(McpToolParam.class)) {
            throw texts.method()
                    .refused(
                            StringUtils.capitalize(BeanMethod.describe(parameter))
                                    + " has @McpToolParam, but its arguments are page, size and sort.",
                            "Remove the annotation. @Qualifier(\"orders\") adds a prefix to the names.");
        }
        try {
            return new PageArguments(parameter, texts).all();
        } catch (IllegalArgumentException | IllegalStateException ex) {
            throw texts.method()
                    .refused(
                            "Spring Data refuses " + BeanMethod.describe(parameter) + ": " + ex.getMessage(),
                            "Correct its annotations, or the properties spring.data.web.*.");
        }
    }

    /** Returns what is wrong with a sort by which a repository failed; {@code null} for other failures. */
    static @Nullable Problem problem(Throwable failure) {
        return failure instanceof PropertyReferenceException unknown
                ? new Problem("", "there is no property '" + Quoted.of(unknown.getPropertyName()) + "'")
                : null;
    }

    private ParameterArguments all() {
        String sorting = "Properties to sort by, as in \"name\" or \"name,desc\"";
        boolean paged = parameter.getParameterType() == Pageable.class;
        if (paged) {
            String prefix = "${spring.data.web.pageable.prefix:}";
            int first = isOneIndexedParameters() ? 1 : 0;
            add(
                    name(prefix, "pageable.page-parameter:page"),
                    Integer.class,
                    "Number of the page; the first one is " + first,
                    Integer.toString(defaultPage.getPageNumber() + first),
                    keywords().put("minimum", first));
            add(
                    name(prefix, "pageable.size-parameter:size"),
                    Integer.class,
                    "Number of elements on a page",
                    Integer.toString(defaultPage.getPageSize()),
                    keywords().put("minimum", 1).put("maximum", getMaxPageSize()));
        }
        add(
                name("", "sort.sort-parameter:sort"),
                TEXTS,
                defaultSort.isSorted() ? sorting + "; by default " + defaultSort : sorting,
                null,
                keywords());
        return new ParameterArguments(arguments, paged ? this::page : values -> sort(values[0]));
    }

    private void add(String name, Type type, String description, @Nullable String defaultValue, ObjectNode keywords) {
        MethodParameter single = new ArgumentParameter(parameter, name, type, false, new Annotation[0]);
        arguments.add(
                new ToolArgument(name, single, false, null, description, defaultValue, List.of(), null, keywords));
    }

    private static ObjectNode keywords() {
        return JsonNodeFactory.instance.objectNode();
    }

    private String name(String prefix, String property) {
        Qualifier qualifier = parameter.getParameterAnnotation(Qualifier.class);
        String qualified = qualifier == null ? "" : qualifier.value() + property("pageable.qualifier-delimiter:_");
        return texts.resolved(prefix + qualified + property(property));
    }

    private String property(String nameAndDefault) {
        return texts.resolved("${spring.data.web." + nameAndDefault + "}");
    }

    private Pageable page(@Nullable Object[] values) {
        Pageable page = getPageable(parameter, String.valueOf(values[0]), String.valueOf(values[1]));
        return PageRequest.of(page.getPageNumber(), page.getPageSize(), sort(values[2]));
    }

    private Sort sort(@Nullable Object texts) {
        List<Sort.Order> orders = new ArrayList<>();
        for (Object text : texts == null ? List.of() : (List<?>) texts) {
            Matcher order = ORDER.matcher(String.valueOf(text));
            if (!order.matches()) {
                String place = arguments.get(arguments.size() - 1).name() + "[" + orders.size() + "]";
                throw new InvalidArgumentsException(List.of(new Problem(
                        place, "must be a property, or a property and a direction, as in \"name\" or \"name,desc\"")));
            }
            Sort.Direction direction =
                    Sort.Direction.fromOptionalString(order.group(2)).orElse(Sort.DEFAULT_DIRECTION);
            Sort.Order sensitive = new Sort.Order(direction, order.group(1));
            orders.add(order.group(3) == null ? sensitive : sensitive.ignoreCase());
        }
        return orders.isEmpty() ? defaultSort : Sort.by(orders);
    }
}
