package io.mcpspring.autoconfigure;

import static io.mcpspring.autoconfigure.FailureTexts.assertRefused;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import io.mcpspring.annotation.McpResource;
import io.mcpspring.protocol.ReadResourceResult;
import io.mcpspring.resource.McpResourceDefinition;
import io.mcpspring.resource.McpResourceLocation;
import java.io.File;
import java.io.InputStream;
import java.net.URI;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.boot.test.context.runner.ReactiveWebApplicationContextRunner;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.core.io.InputStreamResource;
import org.springframework.core.io.Resource;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;

/** The complete texts for resources that cannot be served. */
class ResourceFailureTextTests {

    private static final String WRITE_A_URI =
            "Write a URI such as docs://guide, or a template such as docs://{chapter}/{+page}{?version}.";

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '"',
            value = {
                "guide | it does not begin with a scheme, as in docs://guide",
                "/docs/guide | it does not begin with a scheme, as in docs://guide",
                "{scheme}://guide | it does not begin with a scheme, as in docs://guide",
                "docs: | 'docs:' is not a valid URI (Expected scheme-specific part)",
                "1docs://guide | it does not begin with a scheme, as in docs://guide",
                "docs://a guide | ' ' is not allowed in a URI",
                "docs://größe | 'ö' is not allowed in a URI",
                "docs://100% | '%' is not allowed in a URI",
                "docs://[::1]/a | '[' is not supported; URIs may contain it in IPv6 hosts only",
                "docs://a] | ']' is not supported; URIs may contain it in IPv6 hosts only",
                "docs:// | 'docs://' is not a valid URI (Expected authority)",
                "docs://{?q} | 'docs://' is not a valid URI (Expected authority)",
                "docs:{?q} | 'docs:' is not a valid URI (Expected scheme-specific part)",
                "docs:#a | 'docs:#a' is not a valid URI (Expected scheme-specific part)",
                "docs://a\\b | '\\' is not allowed in a URI",
                "docs://{id | '{' is not allowed in a URI",
                "docs://id} | '}' is not allowed in a URI",
                "docs://{a{b}} | '{' is not allowed in a URI",
                "docs://{} | '{}' must be written as {name}, {+name} or, at the end, {?name,name}",
                "docs://{a b} | '{a b}' must be written as {name}, {+name} or, at the end, {?name,name}",
                "docs://x{?q}/y | '{?q}' must be at the end, and there must not be another query or a fragment",
                "docs://x{?q}{?r} | '{?q}' must be at the end, and there must not be another query or a fragment",
                "docs://x{?q}{r} | '{?q}' must be at the end, and there must not be another query or a fragment",
                "docs://x?a=1{?q} | '{?q}' must be at the end, and there must not be another query or a fragment",
                "docs://x#a{?q} | '{?q}' must be at the end, and there must not be another query or a fragment",
                "docs://{q}{?q} | the variable 'q' occurs more than once",
                "docs://x{?q,q} | the variable 'q' occurs more than once",
                "docs://x{?} | '{?}' must be written as {name}, {+name} or, at the end, {?name,name}",
                "docs://x{?q*} | '{?q*}' must be written as {name}, {+name} or, at the end, {?name,name}",
                "docs://x{&q} | '{&q}' must be written as {name}, {+name} or, at the end, {?name,name}",
                "docs://{#f} | '{#f}' must be written as {name}, {+name} or, at the end, {?name,name}",
                "docs://{/path*} | '{/path*}' must be written as {name}, {+name} or, at the end, {?name,name}",
                "docs://{a,b} | '{a,b}' must be written as {name}, {+name} or, at the end, {?name,name}",
                "docs://{a:3} | '{a:3}' must be written as {name}, {+name} or, at the end, {?name,name}",
                "docs://{a}/{a} | the variable 'a' occurs more than once",
                "docs://{a}/{+a} | the variable 'a' occurs more than once"
            })
    void refusesAnInvalidAddress(String address, String reason) {
        assertRefused(
                of(FromProperty.class).withPropertyValues("test.uri:" + address),
                FromProperty.class,
                "read()",
                "Its address '" + address + "' cannot be served: " + reason + ".",
                WRITE_A_URI);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "docs://guide",
                "urn:isbn:1",
                "file:///a/b%20c",
                "a+b.c-1:x",
                "docs://{a}{b}",
                "d:{+x}",
                "docs://x{?q}",
                "docs:///{?q}",
                "docs:{a}{?q}",
                "docs://{user}@{host}:{port}/{+path}#{fragment}",
                "docs://{+a}{?q,limit}",
                "https://acme.example:80/~a/;p=1?q=(1)&r='*'#f!$@,"
            })
    void acceptsAValidAddress(String address) {
        of(FromProperty.class)
                .withPropertyValues("test.uri:" + address)
                .run(context -> assertThat(context).hasNotFailed());
    }

    @Test
    void refusesAnEmptyAddress() {
        assertRefused(
                of(Unaddressed.class),
                Unaddressed.class,
                "read()",
                "Its address '' cannot be served: it does not begin with a scheme, as in docs://guide.",
                WRITE_A_URI);
    }

    @Test
    void refusesAnUnresolvablePlaceholder() {
        assertRefused(
                of(FromProperty.class),
                FromProperty.class,
                "read()",
                "Its annotations have a placeholder that cannot be resolved: ${test.uri}.",
                "Define the property, or give a default as in ${name:default}.");
    }

    @Test
    void refusesAParameterThatIsNotAVariable() {
        assertRefused(
                of(NoVariable.class),
                NoVariable.class,
                "read(String, String)",
                "Its address 'docs://{id}' has no variable 'other' for parameter 2 (java.lang.String).",
                "The template's variables are id. Give the parameter the name of a variable, or 'uri' for the whole"
                        + " address.");
    }

    @Test
    void refusesAParameterWithoutAName() {
        assertRefused(
                of(UnnamedParameters.compileResource()),
                "com.acme.Unnamed",
                "find(int)",
                "The name of parameter 1 (int) is unknown.",
                "Compile with the flag -parameters (Maven: maven.compiler.parameters=true).");
    }

    @Test
    void refusesAVariableOfAnUnconvertibleType() {
        assertRefused(
                of(NoConverter.class),
                NoConverter.class,
                "read(ReactiveWebApplicationContextRunner)",
                "Text cannot be converted to the type of parameter 1 ("
                        + ReactiveWebApplicationContextRunner.class.getName() + ").",
                "Declare the parameter as a String, or a Converter from String as a bean.");
    }

    @ParameterizedTest
    @ValueSource(strings = {"tooHigh", "tooLow", "none"})
    void refusesAnInvalidPriority(String name) {
        Class<?> type =
                name.equals("tooHigh") ? TooHigh.class : name.equals("tooLow") ? TooLow.class : NotANumber.class;
        String priority = name.equals("tooHigh") ? "1.5" : name.equals("tooLow") ? "-0.5" : "NaN";
        assertRefused(
                of(type),
                type,
                "read()",
                "Its priority is " + priority + ".",
                "Give a priority from 0 (optional) to 1 (as good as required).");
    }

    @Test
    void refusesMetaThatIsNotAnObject() {
        assertRefused(
                of(NoMeta.class),
                NoMeta.class,
                "read()",
                "Its meta is not a JSON object.",
                "Write it as in meta = \"{\\\"key\\\": 1}\".");
    }

    @Test
    void refusesTwoResourcesWithTheSameAddress() {
        assertRefused(
                of(FromProperty.class).withBean(Other.class).withPropertyValues("test.uri=docs://other"),
                Other.class,
                "read()",
                "There is another resource 'docs://other': " + FromProperty.class.getName() + ".read().",
                "Give one of them another URI.");
    }

    @Test
    void refusesTwoTemplatesOfTheSameAddresses() {
        assertRefused(
                of(FromProperty.class).withBean(OtherTemplate.class).withPropertyValues("test.uri=docs://{a}/x/{+b}"),
                OtherTemplate.class,
                "read()",
                "There is another resource 'docs://{a}/x/{+b}': " + FromProperty.class.getName() + ".read().",
                "Give one of them another URI.");
        of(FromProperty.class)
                .withBean(OtherTemplate.class)
                .withPropertyValues("test.uri=docs://{a}/x/{b}")
                .run(context -> assertThat(context).hasNotFailed());
    }

    @Test
    void refusesADefinitionWithAnInvalidAddress() {
        assertRefused(
                Runners.reactive().withUserConfiguration(InCode.class),
                InCode.class.getName(),
                "read(McpResourceRequest, McpExchange)",
                "Its address 'guide' cannot be served: it does not begin with a scheme, as in docs://guide.",
                WRITE_A_URI);
    }

    @Test
    void refusesADefinitionWithoutContent() {
        assertThatIllegalStateException()
                .isThrownBy(() -> McpResourceDefinition.at("docs://a").build())
                .withMessage("Resource 'docs://a' needs read(...), readReactive(...) or content(...)");
    }

    @Test
    void refusesAMethodThatNeverReturnsAValue() {
        String action = "Return text, byte[], a Resource, ResourceContents, or a value that becomes JSON.";
        assertRefused(
                of(ReturnsNothing.class),
                ReturnsNothing.class,
                "find()",
                "It returns void, which cannot become contents.",
                action);
        assertRefused(
                of(ReturnsNothingLater.class),
                ReturnsNothingLater.class,
                "find()",
                "It returns reactor.core.publisher.Mono<java.lang.Void>, which cannot become contents.",
                action);
    }

    @Test
    void refusesAFileAsResult() {
        assertRefused(
                of(ReturnsPaths.class),
                ReturnsPaths.class,
                "find()",
                "Type java.nio.file.Path cannot be written as JSON: it is a path of the server.",
                "Return the file's content as a Resource, or a name that clients know as a String.");
    }

    @ParameterizedTest(name = "{0}")
    @CsvSource(delimiter = '|', textBlock = """
            ReturnsFileInside | Property 'file' of Report: type java.io.File cannot be written as JSON: it is a path of the server. | Return the file's content as a Resource, or a name that clients know as a String.
            ReturnsFilesByName | Type java.io.File cannot be written as JSON: it is a path of the server. | Return the file's content as a Resource, or a name that clients know as a String.
            ReturnsMonosByName | Type reactor.core.publisher.Mono cannot be written as JSON: its value is not available yet. | Return a Mono or a CompletionStage of the whole result.
            ReturnsResults | Type io.mcpspring.protocol.ReadResourceResult cannot be written as JSON: it is the result of a whole call. | Return it alone, or return the values that it has.
            ReturnsContentsInLists | Type org.springframework.core.io.Resource cannot be written as JSON: it is content, which cannot be a part of JSON. | Return it alone or in a list, or return a String or byte[] instead.
            """)
    void refusesAnUnwritableTypeWithinAnotherType(String name, String reason, String action) throws Exception {
        Class<?> resources = Class.forName(ResourceFailureTextTests.class.getName() + "$" + name);
        assertRefused(of(resources), resources, "find()", reason, action);
    }

    @ParameterizedTest
    @ValueSource(classes = {ReturnsMonos.class, ReturnsListOfMonos.class})
    void refusesAReactiveTypeWithinAnotherType(Class<?> resources) {
        assertRefused(
                of(resources),
                resources,
                "find()",
                "It returns a reactive type within another type.",
                "Return one reactive type that contains everything else.");
    }

    @Test
    void refusesAStreamAsContent() {
        InputStreamResource once = new InputStreamResource(InputStream.nullInputStream(), "upload");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> McpResourceDefinition.at("docs://a").content(once))
                .withMessageStartingWith("Resource 'docs://a' can be read only once: ")
                .withMessageContaining("upload");
    }

    @ParameterizedTest
    @ValueSource(strings = {"docs", "/docs", "/docs/", "docs:///a"})
    void refusesABaseAddressWithoutSlash(String base) {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> new McpResourceLocation("classpath:docs/**", URI.create(base)))
                .withMessage("'base' must have a scheme and end with a slash: " + base);
    }

    private static ReactiveWebApplicationContextRunner of(Class<?> beans) {
        return Runners.reactive().withBean(beans);
    }

    static class ReturnsNothing {

        @McpResource(uri = "docs://nothing")
        void find() {}
    }

    static class ReturnsNothingLater {

        @McpResource(uri = "docs://nothing")
        Mono<Void> find() {
            return Mono.empty();
        }
    }

    static class ReturnsPaths {

        @McpResource(uri = "docs://paths")
        List<Path> find() {
            return List.of();
        }
    }

    record Report(String name, File file) {}

    static class ReturnsFileInside {

        @McpResource(uri = "docs://report")
        Mono<Report> find() {
            return Mono.empty();
        }
    }

    static class ReturnsFilesByName {

        @McpResource(uri = "docs://files")
        Map<String, File> find() {
            return Map.of();
        }
    }

    static class ReturnsMonosByName {

        @McpResource(uri = "docs://monos")
        Map<String, Mono<String>> find() {
            return Map.of();
        }
    }

    static class ReturnsResults {

        @McpResource(uri = "docs://results")
        Flux<ReadResourceResult> find() {
            return Flux.empty();
        }
    }

    static class ReturnsContentsInLists {

        @McpResource(uri = "docs://lists")
        List<List<Resource>> find() {
            return List.of();
        }
    }

    static class ReturnsMonos {

        @McpResource(uri = "docs://monos")
        Optional<Mono<String>> find() {
            return Optional.empty();
        }
    }

    static class ReturnsListOfMonos {

        @McpResource(uri = "docs://monos")
        List<Mono<String>> find() {
            return List.of();
        }
    }

    static class FromProperty {

        @McpResource(uri = "${test.uri}")
        String read() {
            return "";
        }
    }

    static class Unaddressed {

        @McpResource(uri = "")
        String read() {
            return "";
        }
    }

    static class Other {

        @McpResource(uri = "docs://other")
        String read() {
            return "";
        }
    }

    static class OtherTemplate {

        @McpResource(uri = "docs://{chapter}/x/{+page}")
        String read() {
            return "";
        }
    }

    static class NoVariable {

        @McpResource(uri = "docs://{id}")
        String read(String id, String other) {
            return id + other;
        }
    }

    static class NoConverter {

        @McpResource(uri = "docs://{id}")
        String read(ReactiveWebApplicationContextRunner id) {
            return id.toString();
        }
    }

    static class TooHigh {

        @McpResource(uri = "docs://a", priority = 1.5)
        String read() {
            return "";
        }
    }

    static class TooLow {

        @McpResource(uri = "docs://a", priority = -0.5)
        String read() {
            return "";
        }
    }

    static class NotANumber {

        @McpResource(uri = "docs://a", priority = Double.NaN)
        String read() {
            return "";
        }
    }

    static class NoMeta {

        @McpResource(uri = "docs://a", meta = "[]")
        String read() {
            return "";
        }
    }

    @Configuration(proxyBeanMethods = false)
    static class InCode {

        @Bean
        McpResourceDefinition guide() {
            return McpResourceDefinition.at("guide")
                    .read((request, exchange) -> "")
                    .build();
        }
    }
}
