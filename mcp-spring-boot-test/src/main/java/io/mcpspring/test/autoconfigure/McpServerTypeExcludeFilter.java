package io.mcpspring.test.autoconfigure;

import io.mcpspring.annotation.McpComplete;
import io.mcpspring.annotation.McpPrompt;
import io.mcpspring.annotation.McpResource;
import io.mcpspring.annotation.McpTool;
import io.mcpspring.audit.McpArgumentRedaction;
import io.mcpspring.entry.McpAccessRule;
import io.mcpspring.entry.McpBlockingAccessRule;
import io.mcpspring.entry.McpCallerScopes;
import io.mcpspring.method.McpBlockingInterceptor;
import io.mcpspring.method.McpInterceptor;
import io.mcpspring.method.McpParameterResolver;
import io.mcpspring.method.McpToolExceptionResolver;
import io.mcpspring.schema.McpSchemaCustomizer;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.springframework.boot.jackson.JacksonComponent;
import org.springframework.boot.test.context.filter.annotation.StandardAnnotationCustomizableTypeExcludeFilter;
import org.springframework.core.convert.converter.Converter;
import org.springframework.core.convert.converter.ConverterFactory;
import org.springframework.core.convert.converter.GenericConverter;
import org.springframework.core.type.AnnotationMetadata;
import org.springframework.core.type.classreading.MetadataReader;
import org.springframework.core.type.classreading.MetadataReaderFactory;
import org.springframework.format.Parser;
import tools.jackson.databind.JacksonModule;

/** Leaves out the components that a {@link McpServerTest} does not start. */
final class McpServerTypeExcludeFilter extends StandardAnnotationCustomizableTypeExcludeFilter<McpServerTest> {

    private static final Set<Class<?>> PARTS_OF_CALLS = Set.of(
            McpAccessRule.class,
            McpBlockingAccessRule.class,
            McpCallerScopes.class,
            McpArgumentRedaction.class,
            McpInterceptor.class,
            McpBlockingInterceptor.class,
            McpParameterResolver.class,
            McpToolExceptionResolver.class,
            McpSchemaCustomizer.class,
            Converter.class,
            ConverterFactory.class,
            GenericConverter.class,
            Parser.class,
            JacksonComponent.class,
            JacksonModule.class);

    private static final List<String> FOR_METHODS = List.of(
            McpTool.class.getName(),
            McpPrompt.class.getName(),
            McpResource.class.getName(),
            McpComplete.class.getName());

    McpServerTypeExcludeFilter(Class<?> testClass) {
        super(testClass);
    }

    @Override
    protected Set<Class<?>> getKnownIncludes() {
        return PARTS_OF_CALLS;
    }

    @Override
    protected Set<Class<?>> getComponentIncludes() {
        return Set.of(getAnnotation().getValue("components", Class[].class).orElseGet(() -> new Class<?>[0]));
    }

    @Override
    protected boolean defaultInclude(MetadataReader reader, MetadataReaderFactory factory) throws IOException {
        return super.defaultInclude(reader, factory)
                || getComponentIncludes().isEmpty() && declaresMethods(reader, factory);
    }

    private static boolean declaresMethods(MetadataReader reader, MetadataReaderFactory factory) throws IOException {
        AnnotationMetadata type = reader.getAnnotationMetadata();
        if (FOR_METHODS.stream().anyMatch(name -> type.hasAnnotatedMethods(name) || type.hasAnnotation(name))) {
            return true;
        }
        for (String supertype : supertypes(type)) {
            if (!supertype.startsWith("java.") && declaresMethods(factory.getMetadataReader(supertype), factory)) {
                return true;
            }
        }
        return false;
    }

    private static List<String> supertypes(AnnotationMetadata type) {
        List<String> supertypes = new ArrayList<>(List.of(type.getInterfaceNames()));
        if (type.getSuperClassName() != null) {
            supertypes.add(type.getSuperClassName());
        }
        return supertypes;
    }
}
