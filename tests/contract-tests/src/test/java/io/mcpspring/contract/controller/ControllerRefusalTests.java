package io.mcpspring.contract.controller;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatException;

import com.fasterxml.jackson.annotation.JsonTypeInfo;
import io.mcpspring.annotation.McpTool;
import io.mcpspring.annotation.McpToolParam;
import io.mcpspring.exchange.McpExchange;
import io.mcpspring.method.McpMethodException;
import io.mcpspring.support.TestServer;
import java.io.InputStream;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.core.NestedExceptionUtils;
import org.springframework.http.MediaType;
import org.springframework.http.codec.ServerSentEvent;
import org.springframework.stereotype.Controller;
import org.springframework.web.bind.annotation.CookieValue;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.MatrixVariable;
import org.springframework.web.bind.annotation.ModelAttribute;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.RequestHeader;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RequestPart;
import org.springframework.web.bind.annotation.RestController;
import org.springframework.web.bind.annotation.SessionAttribute;
import org.springframework.web.bind.annotation.SessionAttributes;
import org.springframework.web.server.WebSession;
import reactor.core.publisher.Flux;

/** Handler methods that no call can reach stop the start, with the reason and the cure. */
class ControllerRefusalTests {

    @ParameterizedTest
    @ValueSource(
            classes = {
                Session.class,
                OfSession.class,
                Matrix.class,
                Upload.class,
                Stream.class,
                AllParameters.class,
                Unbindable.class,
                Cookie.class,
                Token.class,
                Host.class,
                Exchange.class,
                View.class,
                Events.class,
                EventStream.class,
                AnyMethod.class,
                TwoPaths.class,
                Wildcard.class,
                Undeclared.class,
                NamelessToken.class,
                OwnName.class,
                OwnNameOfSetter.class,
                OwnNameOfSubclass.class,
                FormBody.class,
                Multipart.class,
                OfSessionClass.class
            })
    void aHandlerThatNoCallCanReachStopsTheStart(Class<?> controller) {
        assertThatException()
                .isThrownBy(() -> TestServer.start(controller).close())
                .extracting(NestedExceptionUtils::getMostSpecificCause)
                .isInstanceOfSatisfying(McpMethodException.class, refused -> {
                    assertThat(refused.method()).startsWith("call(");
                    assertThat(refused.reason() + " " + refused.cure())
                            .contains(controller.getAnnotation(Says.class).value());
                });
    }

    @java.lang.annotation.Retention(java.lang.annotation.RetentionPolicy.RUNTIME)
    @interface Says {

        String value();
    }

    @RestController
    @Says("calls have no HTTP session")
    static class Session {

        @McpTool
        @GetMapping("/call")
        String call(WebSession session) {
            return "";
        }
    }

    @RestController
    @Says("it is @SessionAttribute")
    static class OfSession {

        @McpTool
        @GetMapping("/call")
        String call(@SessionAttribute String user) {
            return "";
        }
    }

    @RestController
    @Says("it is @MatrixVariable")
    static class Matrix {

        @McpTool
        @GetMapping("/call/{id}")
        String call(@PathVariable String id, @MatrixVariable String color) {
            return "";
        }
    }

    @RestController
    @Says("Take a byte[]")
    static class Upload {

        @McpTool
        @GetMapping("/call")
        String call(@RequestPart String file) {
            return "";
        }
    }

    @RestController
    @Says("it is java.io.InputStream")
    static class Stream {

        @McpTool
        @GetMapping("/call")
        String call(InputStream body) {
            return "";
        }
    }

    @RestController
    @Says("Declare a parameter for each value")
    static class AllParameters {

        @McpTool
        @GetMapping("/call")
        String call(@RequestParam Map<String, String> all) {
            return "";
        }
    }

    @RestController
    @Says("Annotate it with @RequestParam or @RequestBody")
    static class Unbindable {

        @McpTool
        @GetMapping("/call")
        String call(java.time.Duration duration) {
            return "";
        }
    }

    @RestController
    @Says("mcp.server.controllers.headers")
    static class Cookie {

        @McpTool
        @GetMapping("/call")
        String call(@CookieValue String theme) {
            return "";
        }
    }

    @RestController
    @Says("mcp.server.controllers.headers")
    static class Token {

        @McpTool
        @GetMapping("/call")
        String call(@RequestHeader("Authorization") String token) {
            return "";
        }
    }

    @RestController
    @Says("mcp.server.controllers.headers")
    static class Host {

        @McpTool
        @GetMapping("/call")
        String call(@RequestHeader("Host") String host) {
            return "";
        }
    }

    @RestController
    @Says("mcp.server.controllers.headers")
    static class NamelessToken {

        @McpTool
        @GetMapping("/call")
        String call(@RequestHeader String authorization) {
            return "";
        }
    }

    record Renamed(@McpToolParam(name = "other") String text) {}

    @RestController
    @Says("Use @JsonProperty")
    static class OwnName {

        @McpTool
        @PostMapping("/call")
        String call(@RequestBody List<Renamed> body) {
            return "";
        }
    }

    static class RenamedBySetter {

        public void setText(@McpToolParam(name = "other") String text) {}
    }

    @RestController
    @Says("Use @JsonProperty")
    static class OwnNameOfSetter {

        @McpTool
        @PostMapping("/call")
        String call(@RequestBody RenamedBySetter body) {
            return "";
        }
    }

    @JsonTypeInfo(use = JsonTypeInfo.Id.SIMPLE_NAME)
    sealed interface Shape permits Circle {}

    record Circle(@McpToolParam(name = "other") int radius) implements Shape {}

    @RestController
    @Says("Use @JsonProperty")
    static class OwnNameOfSubclass {

        @McpTool
        @PostMapping("/call")
        String call(@RequestBody Shape body) {
            return "";
        }
    }

    @RestController
    @Says("takes bodies of [application/xml]")
    static class FormBody {

        @McpTool
        @PostMapping(path = "/call", consumes = "application/xml")
        String call(@RequestBody Map<String, String> body) {
            return "";
        }
    }

    record Form(String text) {}

    @RestController
    @Says("calls do not send several parts")
    static class Multipart {

        @McpTool
        @PostMapping(path = "/call", consumes = MediaType.MULTIPART_FORM_DATA_VALUE)
        String call(@ModelAttribute Form form) {
            return "";
        }
    }

    @RestController
    @SessionAttributes("user")
    @Says("has @SessionAttributes")
    static class OfSessionClass {

        @McpTool
        @GetMapping("/call")
        String call() {
            return "";
        }
    }

    @RestController
    @Says("HTTP clients have nothing")
    static class Exchange {

        @McpTool
        @GetMapping("/call")
        String call(McpExchange exchange) {
            return "";
        }
    }

    @Controller
    @Says("Add @ResponseBody")
    static class View {

        @McpTool
        @GetMapping("/call")
        String call() {
            return "page";
        }
    }

    @RestController
    @Says("finite Flux")
    static class Events {

        @McpTool
        @GetMapping("/call")
        Flux<ServerSentEvent<String>> call() {
            return Flux.empty();
        }
    }

    @RestController
    @Says("It sends events")
    static class EventStream {

        @McpTool
        @GetMapping(path = "/call", produces = MediaType.TEXT_EVENT_STREAM_VALUE)
        Flux<String> call() {
            return Flux.empty();
        }
    }

    @RestController
    @Says("0 HTTP methods and 1 paths")
    static class AnyMethod {

        @McpTool
        @RequestMapping("/call")
        String call() {
            return "";
        }
    }

    @RestController
    @Says("1 HTTP methods and 2 paths")
    static class TwoPaths {

        @McpTool
        @GetMapping({"/call", "/calls"})
        String call() {
            return "";
        }
    }

    @RestController
    @Says("has a wildcard")
    static class Wildcard {

        @McpTool
        @GetMapping("/call/*/x")
        String call() {
            return "";
        }
    }

    @RestController
    @Says("Declare a @PathVariable")
    static class Undeclared {

        @McpTool
        @GetMapping("/call/{id}/{name}")
        String call(@PathVariable String id) {
            return "";
        }
    }
}
