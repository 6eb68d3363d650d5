package io.mcpspring.resource;

import io.mcpspring.Internal;
import io.mcpspring.annotation.McpResource;
import io.mcpspring.listing.ListHandler;
import io.mcpspring.method.AnnotatedBeanMethod;
import io.mcpspring.method.AnnotatedMethods;
import io.mcpspring.method.BoundMethod;
import io.mcpspring.protocol.ListResourceTemplatesResult;
import io.mcpspring.protocol.ListResourcesResult;
import io.mcpspring.server.McpRequestHandler;
import io.mcpspring.server.ResultSeal;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.BooleanSupplier;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.springframework.beans.factory.config.ConfigurableListableBeanFactory;
import org.springframework.context.ConfigurableApplicationContext;
import tools.jackson.databind.json.JsonMapper;

/** The door of this package: finds the resources of an application and serves them. */
@Internal
public final class ResourceFeature {

    private ResourceFeature() {}

    /** Handlers of {@code resources/list}, {@code resources/templates/list} and {@code resources/read}. */
    public static List<McpRequestHandler<?>> handlers(
            McpResources resources, ResourceSettings settings, ResultSeal seal) {
        int pageSize = settings.pageSize();
        BooleanSupplier offered = () -> isOffered(resources);
        return List.of(
                new ListHandler(
                        "resources/list", resources.registry(), offered, pageSize, ListResourcesResult::new, seal),
                new ListHandler(
                        "resources/templates/list",
                        resources.templateRegistry(),
                        offered,
                        pageSize,
                        ListResourceTemplatesResult::new,
                        seal),
                new ReadResourceHandler(resources));
    }

    /**
     * Puts all resources of an application into the registry; to be called once, when all singletons exist.
     *
     * @throws io.mcpspring.method.McpMethodException if one of them cannot be served
     */
    public static void discover(
            McpResources resources,
            ResourceSettings settings,
            ConfigurableApplicationContext application,
            BoundMethod.Calls calls) {
        ConfigurableListableBeanFactory beans = application.getBeanFactory();
        ResourceFactory factory = new ResourceFactory(
                calls,
                application.getEnvironment()::resolveRequiredPlaceholders,
                beans.getBean(JsonMapper.class),
                settings.limit());
        List<RegisteredResource> found = new ArrayList<>();
        for (AnnotatedBeanMethod<McpResource> method : AnnotatedMethods.find(beans, McpResource.class)) {
            found.add(factory.create(method.annotation(), method));
        }
        beans.getBeanProvider(McpResourceDefinition.class)
                .orderedStream()
                .forEach(definition -> found.add(factory.create(definition)));
        PublishedFiles files = new PublishedFiles(application, settings.limit().maxBytes());
        Stream.concat(
                        settings.locations().stream().map(McpResourceLocation::new),
                        beans.getBeanProvider(McpResourceLocation.class).orderedStream())
                .flatMap(location -> files.of(location).stream())
                .forEach(definition -> found.add(factory.create(definition)));
        resources.start(found, factory);
    }

    public static boolean isOffered(McpResources resources) {
        return !resources.isEmpty();
    }

    /** Whether a resource can be at this address. */
    public static boolean isKnown(McpResources resources, String uri) {
        return resources.find(uri).isPresent();
    }

    /** The variables of a template with the values that their types tell; {@code null} if there is no such template. */
    public static @Nullable Map<String, List<String>> variables(McpResources resources, String template) {
        RegisteredResource registered = resources.templateRegistry().find(template);
        return registered == null ? null : registered.values();
    }
}
