package io.mcpspring.architecture;

import static io.mcpspring.architecture.ProjectClasses.ALL;
import static io.mcpspring.architecture.ProjectClasses.BASE;
import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaCodeUnit;
import com.tngtech.archunit.core.domain.JavaField;
import com.tngtech.archunit.core.domain.JavaModifier;
import com.tngtech.archunit.core.domain.properties.CanBeAnnotated;
import io.mcpspring.Internal;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.springframework.util.AntPathMatcher;

/**
 * The API and its boundary. Every public type is in the list of the API, or has the annotation {@link Internal} because
 * it is public only for other packages of the project.
 */
class PublicTypesTests {

    private static final Map<String, Set<String>> API = Map.ofEntries(
            api("", "Internal", "McpServer", "McpServerBuilder"),
            api(
                    "annotation",
                    "McpComplete",
                    "McpIcon",
                    "McpPrompt",
                    "McpPromptParam",
                    "McpResource",
                    "McpTool",
                    "McpToolParam"),
            api(
                    "protocol",
                    "Annotations",
                    "AudioContent",
                    "CallToolResult",
                    "ClientCapabilities",
                    "CompleteResult",
                    "Completion",
                    "Content",
                    "CreateMessageRequest",
                    "CreateMessageResult",
                    "EmbeddedResource",
                    "GetPromptResult",
                    "Icon",
                    "ImageContent",
                    "Implementation",
                    "LoggingLevel",
                    "McpProtocolException",
                    "McpResult",
                    "ModelPreferences",
                    "Prompt",
                    "PromptArgument",
                    "PromptMessage",
                    "ProtocolVersion",
                    "ReadResourceResult",
                    "Resource",
                    "ResourceContents",
                    "ResourceLink",
                    "ResourceTemplate",
                    "Role",
                    "Root",
                    "SamplingMessage",
                    "SamplingMessageContentBlock",
                    "TaskStatus",
                    "TextContent",
                    "Tool",
                    "ToolAnnotations",
                    "ToolChoice",
                    "ToolResultContent",
                    "ToolUseContent",
                    "UrlElicitation"),
            api("audit", "McpArgumentRedaction", "McpAuditEvent"),
            api("schema", "McpSchemaCustomizer"),
            api("event", "McpEndedSessions", "McpInstanceChannel"),
            api("limit", "McpRateLimiter"),
            api(
                    "entry",
                    "McpAccessDecision",
                    "McpAccessRule",
                    "McpBlockingAccessRule",
                    "McpCallerScopes",
                    "McpChanges",
                    "McpDefinition",
                    "McpEntry"),
            api(
                    "exchange",
                    "Answers",
                    "ElicitResult",
                    "InputRequired",
                    "McpClientCapabilityException",
                    "McpExchange",
                    "McpMeta",
                    "McpRequestContext",
                    "McpUrlElicitationRequiredException",
                    "Question",
                    "ReactiveMcpExchange"),
            api(
                    "method",
                    "McpBlockingInterceptor",
                    "McpInterceptor",
                    "McpInvocation",
                    "McpMethodException",
                    "McpParameterResolver",
                    "McpToolExceptionResolver"),
            api(
                    "tool",
                    "McpArguments",
                    "McpReactiveToolFunction",
                    "McpToolDefinition",
                    "McpToolException",
                    "McpToolFunction",
                    "McpTools"),
            api("prompt", "McpPromptDefinition", "McpPromptFunction", "McpPrompts", "McpReactivePromptFunction"),
            api(
                    "resource",
                    "McpReactiveResourceFunction",
                    "McpResourceDefinition",
                    "McpResourceFunction",
                    "McpResourceLocation",
                    "McpResourceRequest",
                    "McpResources"),
            api("task", "McpTask", "McpTaskStore"),
            api(
                    "observation",
                    "McpServerObservationContext",
                    "McpServerObservationConvention",
                    "McpServerObservationDocumentation"),
            api("autoconfigure.observation", "McpObservationAutoConfiguration"),
            api("autoconfigure.actuate", "McpActuatorAutoConfiguration"),
            api(
                    "autoconfigure",
                    "McpServerAutoConfiguration",
                    "McpServletAutoConfiguration",
                    "McpServletSecurityAutoConfiguration",
                    "McpWebFluxAutoConfiguration",
                    "McpWebFluxSecurityAutoConfiguration"));

    private static final Path ROOT = Path.of("").toAbsolutePath().getParent();

    private static final List<Path> SOURCES = Stream.of("mcp-spring-server", "mcp-spring-boot-autoconfigure")
            .map(module -> ROOT.resolve(module).resolve("src/main/java"))
            .toList();

    @Test
    void everyPublicTypeIsApiOrInternal() {
        assertThat(publicTypes())
                .filteredOn(type -> !isInternal(type))
                .extracting(JavaClass::getName)
                .containsExactlyInAnyOrderElementsOf(apiNames());
    }

    @Test
    void onlyPublicTypesAreMarkedAsInternal() {
        assertThat(ALL)
                .filteredOn(PublicTypesTests::isInternal)
                .extracting(JavaClass::getName)
                .as("types with @Internal that are public anyway")
                .isSubsetOf(publicTypes().stream().map(JavaClass::getName).toList());
    }

    @Test
    void theNumberOfApiTypesIsLimited() {
        assertThat(apiNames()).hasSizeLessThanOrEqualTo(110);
    }

    @Test
    void membersOfTheApiDoNotUseInternalTypes() {
        Stream<String> codeUnits = apiTypes()
                .flatMap(type -> type.getCodeUnits().stream())
                .filter(PublicTypesTests::isPromised)
                .filter(unit -> mentioned(unit).anyMatch(PublicTypesTests::isBeyondTheApi))
                .map(JavaCodeUnit::getFullName);
        Stream<String> fields = apiTypes()
                .flatMap(type -> type.getFields().stream())
                .filter(field -> field.getModifiers().contains(JavaModifier.PUBLIC) && !isInternal(field))
                .filter(field -> isBeyondTheApi(field.getRawType()))
                .map(JavaField::getFullName);
        assertThat(Stream.concat(codeUnits, fields))
                .as("members that users can call, but not without a type that is not theirs")
                .isEmpty();
    }

    @Test
    void internalMembersAreHiddenFromTheJavadoc() throws IOException {
        Pattern member = Pattern.compile(
                "(/\\*\\*(?:(?!\\*/)(?s:.))*\\*/)?\\s*(?:@(?!Internal)\\w+(?:\\(.*\\))?\\s+)*@Internal\\s");
        for (Path source : apiSources()) {
            List<String> comments = member.matcher(Files.readString(source))
                    .results()
                    .map(match -> match.group(1) == null ? "" : match.group(1))
                    .toList();
            assertThat(comments)
                    .as("Javadoc of the members with @Internal in %s", source.getFileName())
                    .allMatch(comment -> comment.contains("@hidden"));
        }
    }

    @Test
    void recordsOfTheProtocolSayThatTheyGrow() throws IOException {
        List<Path> records = new ArrayList<>();
        for (Path source : apiSources()) {
            if (source.getParent().endsWith("protocol")
                    && Files.readString(source).contains("\npublic record ")) {
                records.add(source);
            }
        }
        assertThat(records)
                .hasSizeGreaterThan(20)
                .allSatisfy(source -> assertThat(Files.readString(source).replaceAll("\\s+\\* ", " "))
                        .contains("Later revisions may add components: use neither the canonical constructor nor record"
                                + " patterns."));
    }

    @Test
    void theJavadocDescribesTheApiAlone() throws IOException {
        String build = Files.readString(ROOT.resolve("pom.xml"));
        List<String> includes = patterns("sourceFileIncludes", build);
        List<String> excludes = patterns("sourceFileExcludes", build);
        AntPathMatcher matcher = new AntPathMatcher();
        Set<String> documented = new TreeSet<>();
        for (Path sources : SOURCES) {
            try (Stream<Path> files = Files.walk(sources)) {
                files.map(file -> sources.relativize(file).toString().replace('\\', '/'))
                        .filter(file -> file.endsWith(".java") && !file.endsWith("package-info.java"))
                        .filter(file -> includes.stream().anyMatch(pattern -> matcher.match(pattern, file)))
                        .filter(file -> excludes.stream().noneMatch(pattern -> matcher.match(pattern, file)))
                        .forEach(file ->
                                documented.add(file.replace('/', '.').substring(0, file.length() - ".java".length())));
            }
        }
        assertThat(documented)
                .filteredOn(name -> ALL.get(name).getModifiers().contains(JavaModifier.PUBLIC))
                .as("public types whose source is given to Javadoc by the build")
                .containsExactlyInAnyOrderElementsOf(apiNames());
    }

    @Test
    void publicClassesAreFinalUnlessDesignedForExtension() {
        assertThat(publicTypes())
                .filteredOn(type -> !type.isInterface() && !type.getModifiers().contains(JavaModifier.FINAL))
                .filteredOn(type -> !type.reflect().isSealed())
                .filteredOn(type -> !isExtendedByTheProjectAlone(type))
                .extracting(JavaClass::getSimpleName)
                .as("open classes, because users have exceptions of their own and nothing else to extend")
                .containsExactly("McpToolException");
    }

    /** Whether a class is abstract, and the constructors of the class and of its nested classes are internal. */
    private static boolean isExtendedByTheProjectAlone(JavaClass type) {
        return type.getModifiers().contains(JavaModifier.ABSTRACT)
                && (isInternal(type) || type.getConstructors().stream().allMatch(PublicTypesTests::isInternal));
    }

    private static Map.Entry<String, Set<String>> api(String packageName, String... types) {
        return Map.entry(packageName, Set.of(types));
    }

    private static Set<String> apiNames() {
        return API.entrySet().stream()
                .flatMap(entry -> entry.getValue().stream().map(type -> qualified(entry.getKey(), type)))
                .collect(Collectors.toCollection(TreeSet::new));
    }

    private static String qualified(String packageName, String type) {
        return packageName.isEmpty() ? BASE + "." + type : BASE + "." + packageName + "." + type;
    }

    private static List<Path> apiSources() {
        return apiNames().stream()
                .flatMap(name -> SOURCES.stream().map(sources -> sources.resolve(name.replace('.', '/') + ".java")))
                .filter(Files::exists)
                .toList();
    }

    /** The types of the API with their public nested types. */
    private static Stream<JavaClass> apiTypes() {
        Set<String> names = apiNames();
        return ALL.stream()
                .filter(type -> names.contains(outermost(type).getName()))
                .filter(type -> type.getModifiers().contains(JavaModifier.PUBLIC) && !isInternal(type));
    }

    private static boolean isPromised(JavaCodeUnit unit) {
        Set<JavaModifier> modifiers = unit.getModifiers();
        return (modifiers.contains(JavaModifier.PUBLIC) || modifiers.contains(JavaModifier.PROTECTED))
                && !modifiers.contains(JavaModifier.SYNTHETIC)
                && !isInternal(unit);
    }

    private static Stream<JavaClass> mentioned(JavaCodeUnit unit) {
        return Stream.of(
                        unit.getReturnType().getAllInvolvedRawTypes().stream(),
                        unit.getParameterTypes().stream().flatMap(type -> type.getAllInvolvedRawTypes().stream()))
                .flatMap(types -> types);
    }

    private static boolean isBeyondTheApi(JavaClass type) {
        JavaClass element = type.getBaseComponentType();
        return element.getName().startsWith(BASE + ".")
                && (isInternal(element)
                        || !apiNames().contains(outermost(element).getName()));
    }

    private static JavaClass outermost(JavaClass type) {
        return type.getEnclosingClass().map(PublicTypesTests::outermost).orElse(type);
    }

    private static boolean isInternal(CanBeAnnotated element) {
        return element.isAnnotatedWith(Internal.class);
    }

    private static List<String> patterns(String element, String build) {
        String patterns = build.split("</?" + element + ">")[1];
        return Pattern.compile("<(in|ex)clude>(.+)</")
                .matcher(patterns)
                .results()
                .map(pattern -> pattern.group(2))
                .toList();
    }

    private static List<JavaClass> publicTypes() {
        return ALL.stream()
                .filter(type -> type.isTopLevelClass() && !type.isArray())
                .filter(type -> type.getModifiers().contains(JavaModifier.PUBLIC))
                .toList();
    }
}
