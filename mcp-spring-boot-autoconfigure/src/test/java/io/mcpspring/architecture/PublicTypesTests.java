package io.mcpspring.architecture;

import static io.mcpspring.architecture.ProjectClasses.ALL;
import static io.mcpspring.architecture.ProjectClasses.BASE;
import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaModifier;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.FieldSource;

/** Every public type is a promise: a new one is put into this list on purpose, or it is package-private. */
class PublicTypesTests {

    static final List<Arguments> TYPES = List.of(
            Arguments.of(
                    "annotation",
                    "what users write on their methods",
                    List.of(
                            "McpComplete",
                            "McpIcon",
                            "McpPrompt",
                            "McpPromptParam",
                            "McpResource",
                            "McpTool",
                            "McpToolParam",
                            "Structured",
                            "TaskSupport")),
            Arguments.of(
                    "protocol",
                    "results that users make, and messages that packages pass on",
                    List.of(
                            "Annotations",
                            "AudioContent",
                            "CacheableResult",
                            "CallToolResult",
                            "ClientCapabilities",
                            "CompleteResult",
                            "Completion",
                            "Content",
                            "CreateMessageRequest",
                            "CreateMessageResult",
                            "CreateTaskResult",
                            "DiscoverResult",
                            "EmbeddedResource",
                            "EmptyResult",
                            "GetPromptResult",
                            "GetTaskResult",
                            "Icon",
                            "ImageContent",
                            "Implementation",
                            "InitializeResult",
                            "InputRequest",
                            "InputRequiredResult",
                            "JsonLimits",
                            "JsonRpcError",
                            "JsonRpcMessage",
                            "JsonRpcNotification",
                            "JsonRpcRequest",
                            "JsonRpcResponse",
                            "JsonValue",
                            "ListPromptsResult",
                            "ListResourceTemplatesResult",
                            "ListResourcesResult",
                            "ListToolsResult",
                            "ListenResult",
                            "LoggingLevel",
                            "McpJson",
                            "McpProtocolException",
                            "McpResult",
                            "MirroredHeaders",
                            "ModelPreferences",
                            "ModernResult",
                            "Prompt",
                            "PromptArgument",
                            "PromptMessage",
                            "ProtocolVersion",
                            "ReadResourceResult",
                            "RenderedResult",
                            "RequestId",
                            "RequestMethod",
                            "Resource",
                            "ResourceContents",
                            "ResourceLink",
                            "ResourceTemplate",
                            "Role",
                            "Root",
                            "SamplingMessage",
                            "SamplingMessageContentBlock",
                            "ServerCapabilities",
                            "TaskStatus",
                            "TextContent",
                            "Tool",
                            "ToolAnnotations",
                            "ToolChoice",
                            "ToolResultContent",
                            "ToolUseContent",
                            "TypedResult",
                            "UrlElicitation")),
            Arguments.of(
                    "validation",
                    "what schemas, features and the exchange share",
                    List.of(
                            "BindingProblems",
                            "JsonSchema",
                            "MatchingSteps",
                            "Problem",
                            "ProblemTexts",
                            "Quoted",
                            "SchemaException",
                            "SchemaTypes",
                            "TooManyStepsException")),
            Arguments.of(
                    "schema",
                    "what users adjust schemas with, and what features and the exchange share",
                    List.of(
                            "ExactConversion",
                            "Form",
                            "Forms",
                            "GeneratedSchema",
                            "InvalidFormException",
                            "JavaTypes",
                            "JsonSchemas",
                            "McpSchemaCustomizer",
                            "ToolArgument",
                            "TypeUse")),
            Arguments.of(
                    "event",
                    "what the features, the sessions and the transport tell each other",
                    List.of(
                            "InProcessChannel",
                            "InstanceMessage",
                            "Instances",
                            "ListChanged",
                            "McpInstanceChannel",
                            "ResourceUpdated",
                            "ServerEvent",
                            "ServerEvents",
                            "TaskChanged")),
            Arguments.of(
                    "memory",
                    "what the transport, the exchange and the sessions count",
                    List.of("ByteBudget", "RequestMemory")),
            Arguments.of(
                    "exchange",
                    "the exchange that users ask for, and what eras and features share",
                    List.of(
                            "Answers",
                            "Asking",
                            "ClientChannel",
                            "ElicitResult",
                            "Exchange",
                            "InputRequired",
                            "InputRounds",
                            "McpRequestContext",
                            "McpClientCapabilityException",
                            "McpExchange",
                            "McpMeta",
                            "McpUrlElicitationRequiredException",
                            "OpenQuestions",
                            "Question",
                            "ReactiveMcpExchange",
                            "CallContext",
                            "RequestHeaders",
                            "Sealer",
                            "TaskChannel",
                            "TimeAsking")),
            Arguments.of(
                    "server",
                    "what eras and features share",
                    List.of(
                            "DiscoverHandler",
                            "DroppedErrors",
                            "ErrorReport",
                            "InitializeHandler",
                            "ListenHandler",
                            "ListeningStreams",
                            "McpDispatcher",
                            "McpRequestHandler",
                            "PingHandler",
                            "RequestParams",
                            "ResultSeal",
                            "ServerDescription",
                            "Shutdown",
                            "StreamEvent")),
            Arguments.of("listing", "what features list", List.of("ListHandler", "PageParams", "Pages", "Registry")),
            Arguments.of(
                    "method",
                    "what features need to find, fill and call methods",
                    List.of(
                            "AnnotatedBeanMethod",
                            "AnnotatedMethods",
                            "AnnotationTexts",
                            "BeanMethod",
                            "BeanMethodInvoker",
                            "BoundMethod",
                            "BusyException",
                            "ContentLimit",
                            "ContentProjection",
                            "Conversion",
                            "InjectedParameters",
                            "McpMethodException",
                            "McpParameterResolver",
                            "MediaTypes",
                            "TextArgument",
                            "TimeLimit",
                            "TooManyElementsException")),
            Arguments.of(
                    "tool",
                    "what users write without annotations, and the door for the wiring",
                    List.of(
                            "McpArguments",
                            "McpReactiveToolFunction",
                            "McpToolDefinition",
                            "McpToolException",
                            "McpToolExceptionResolver",
                            "McpToolFunction",
                            "McpTools",
                            "ToolFeature",
                            "ToolSettings")),
            Arguments.of(
                    "prompt",
                    "what users write without annotations, and the door for the wiring",
                    List.of("McpPromptDefinition", "McpPromptFunction", "McpPrompts", "PromptFeature")),
            Arguments.of(
                    "resource",
                    "what users write without annotations, and the door for the wiring",
                    List.of(
                            "McpResourceDefinition",
                            "McpResourceFunction",
                            "McpResourceLocation",
                            "McpResourceRequest",
                            "McpResources",
                            "ResourceFeature",
                            "ResourceSettings")),
            Arguments.of("completion", "the door for the wiring", List.of("Completers", "CompletionFeature")),
            Arguments.of(
                    "task",
                    "the store that users may replace, and the door for tools and the wiring",
                    List.of("InMemoryTaskStore", "McpTask", "McpTaskStore", "TaskHandler", "TaskSettings", "Tasks")),
            Arguments.of(
                    "session",
                    "what the transport remembers of a legacy client",
                    List.of(
                            "LegacyReply",
                            "LegacySession",
                            "LegacySessions",
                            "SessionRefusedException",
                            "SessionSettings",
                            "SetLevelHandler",
                            "SubscribeHandler")),
            Arguments.of(
                    "transport", "the endpoint and its limits, for the wiring", List.of("HttpSettings", "McpEndpoint")),
            Arguments.of(
                    "autoconfigure",
                    "names to exclude them by",
                    List.of(
                            "McpServerAutoConfiguration",
                            "McpServletAutoConfiguration",
                            "McpWebFluxAutoConfiguration")));

    @ParameterizedTest
    @FieldSource("TYPES")
    void noOtherTypeIsPublic(String packageName, String because, List<String> types) {
        assertThat(publicTypes())
                .filteredOn(type -> type.getPackageName().equals(BASE + "." + packageName))
                .extracting(JavaClass::getSimpleName)
                .as("public types of '%s', because they are %s", packageName, because)
                .containsExactlyInAnyOrderElementsOf(types);
    }

    @Test
    void noPublicTypeIsInAnyOtherPackage() {
        assertThat(publicTypes())
                .hasSize(TYPES.stream()
                        .mapToInt(row -> ((List<?>) row.get()[2]).size())
                        .sum());
    }

    @Test
    void noPublicClassCanBeExtendedUnlessItIsMadeForIt() {
        assertThat(publicTypes())
                .filteredOn(type -> !type.isInterface() && !type.getModifiers().contains(JavaModifier.FINAL))
                .filteredOn(type -> !type.reflect().isSealed())
                .extracting(JavaClass::getSimpleName)
                .as("open classes, because users have exceptions of their own and nothing else to extend")
                .containsExactly("McpToolException");
    }

    private static List<JavaClass> publicTypes() {
        return ALL.stream()
                .filter(type -> type.isTopLevelClass() && !type.isArray())
                .filter(type -> type.getModifiers().contains(JavaModifier.PUBLIC))
                .toList();
    }
}
