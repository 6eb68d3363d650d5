package io.mcpspring.contract.controller;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.annotation.JsonView;
import io.mcpspring.annotation.McpTool;
import io.mcpspring.annotation.McpToolParam;
import io.mcpspring.protocol.ProtocolVersion;
import io.mcpspring.support.Answer;
import io.mcpspring.support.EveryRevision;
import io.mcpspring.support.McpTestClient;
import io.mcpspring.support.OnNetty;
import io.mcpspring.support.TestServer;
import io.mcpspring.support.TestUsers;
import jakarta.validation.Valid;
import jakarta.validation.constraints.Max;
import jakarta.validation.constraints.NotBlank;
import jakarta.validation.constraints.NotNull;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import java.security.Principal;
import java.time.LocalDate;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.boot.autoconfigure.condition.ConditionalOnWebApplication;
import org.springframework.boot.autoconfigure.condition.ConditionalOnWebApplication.Type;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Import;
import org.springframework.core.convert.converter.Converter;
import org.springframework.data.domain.Pageable;
import org.springframework.data.web.PageableDefault;
import org.springframework.format.annotation.DateTimeFormat;
import org.springframework.http.HttpEntity;
import org.springframework.http.HttpMethod;
import org.springframework.security.core.annotation.AuthenticationPrincipal;
import org.springframework.security.core.parameters.P;
import org.springframework.web.bind.annotation.CookieValue;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.ModelAttribute;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.PutMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.RequestHeader;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RestController;
import org.springframework.web.reactive.config.WebFluxConfigurer;
import org.springframework.web.servlet.config.annotation.WebMvcConfigurer;
import reactor.core.publisher.Mono;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/** The arguments of a tool that handles HTTP requests, and what its method gets. */
class ControllerParametersTests {

    private final TestServer server = TestServer.shared(Application.class);

    private final McpTestClient client = server.client(ProtocolVersion.V2026_07_28);

    private final Http http = new Http(server);

    @EveryRevision
    void argumentsAndParametersAgree(ProtocolVersion version) {
        assertThat(server.client(version)
                        .call(
                                "days",
                                "{\"id\": 7, \"from\": \"1926-02-01\", \"tags\": [\"a+b;c\", \"d,e\"], \"level\": \"HIGH\"}")
                        .contentText())
                .isEqualTo(http.get("/days/7?from=01.02.1926&tags=a%2Bb;c&tags=d,e&level=HIGH")
                        .body())
                .isEqualTo("7 1926-02-01 [a+b;c, d,e] HIGH 10 none null");
    }

    @Test
    void theSchemaFollowsFromTheMapping() {
        JsonNode schema = schema("days");
        assertThat(schema.get("required"))
                .extracting(JsonNode::stringValue)
                .containsExactlyInAnyOrder("id", "from", "tags");
        assertThat(schema.at("/properties/size/default").asInt()).isEqualTo(10);
        assertThat(schema.at("/properties/from/format").stringValue()).isEqualTo("date");
        assertThat(schema.at("/properties/from/description").stringValue()).isEqualTo("The first day");
        assertThat(schema.at("/properties").propertyNames())
                .containsExactlyInAnyOrder("id", "from", "tags", "level", "size", "key", "count");
    }

    private JsonNode schema(String tool) {
        for (JsonNode each : client.request("tools/list", "{}").result().get("tools")) {
            if (each.get("name").stringValue().equals(tool)) {
                return each.get("inputSchema");
            }
        }
        throw new AssertionError("No tool " + tool);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "{\"id\": \"x\", \"from\": \"2026-02-01\", \"tags\": []} | id",
                "{\"id\": 1, \"from\": \"01.02.2026\", \"tags\": []} | from",
                "{\"id\": 1, \"from\": \"2026-02-01\", \"tags\": [], \"level\": \"SOME\"} | level",
                "{\"id\": 1, \"from\": \"2026-02-01\", \"tags\": [], \"other\": 1} | other",
                "{\"id\": 1, \"from\": \"2026-02-01\", \"tags\": [\"a,b\"]} | tags",
                "{\"id\": 1, \"tags\": []} | from",
                "{\"id\": 1, \"from\": \"2026-02-01\", \"tags\": [], \"size\": 500} | size"
            })
    void theErrorNamesTheArgument(String arguments, String named) {
        Answer answer = client.call("days", arguments);
        assertThat(answer.isToolError()).isTrue();
        assertThat(answer.contentText())
                .contains("Invalid arguments for tool 'days'")
                .contains(named);
    }

    @Test
    void anEmptyListStaysEmpty() {
        assertThat(client.call("days", "{\"id\": 7, \"from\": \"2026-02-01\", \"tags\": []}")
                        .contentText())
                .isEqualTo("7 2026-02-01 [] null 10 none null");
    }

    @Test
    void aBodyIsOneArgument() {
        String body = "{\"name\":\"Ada & é\",\"lines\":[{\"sku\":\"x\",\"count\":2}]}";
        assertThat(json(client.call("update", "{\"name\": \"path\", \"order\": " + body + "}")))
                .isEqualTo(JsonMapper.shared()
                        .readTree(
                                http.send(HttpMethod.PUT, "/orders/path", body).body()))
                .isEqualTo(JsonMapper.shared()
                        .readTree("{\"path\":\"path\",\"order\":{\"name\":\"Ada & é\",\"lines\":[{\"sku\":\"x\","
                                + "\"count\":2}]}}"));
        assertThat(client.call("update", "{\"name\": \"path\", \"order\": {\"name\": \" \", \"lines\": []}}")
                        .contentText())
                .contains("order.name");
    }

    @Test
    void aBodyHasTheMembersOfItsView() {
        assertThat(schema("viewed").at("/properties/body/properties").propertyNames())
                .containsExactly("name");
        assertThat(client.call("viewed", "{\"body\": {\"name\": \"a\"}}").contentText())
                .isEqualTo(http.send(HttpMethod.POST, "/viewed", "{\"name\": \"a\"}")
                        .body())
                .isEqualTo("Viewed[name=a, secret=null]");
    }

    private static JsonNode json(Answer answer) {
        return JsonMapper.shared().readTree(answer.contentText());
    }

    @ParameterizedTest
    @ValueSource(strings = {"text", "entity"})
    void bodiesOfAllKindsArrive(String tool) {
        assertThat(client.call(tool, "{\"body\": " + (tool.equals("text") ? "\"é {\"" : "[1, 2]") + "}")
                        .contentText())
                .isEqualTo(tool.equals("text") ? "é {" : "[1, 2]");
    }

    @Test
    void thePropertiesOfAModelAttributeAreArguments() {
        String arguments =
                "{\"name\": \"é\", \"from\": \"2026-02-01\", \"others\": [{\"city\": \"Bonn\"}, {\"city\": \"a,b\"}],"
                        + " \"address\": {\"city\": \"Rom\"}, \"active\": true}";
        assertThat(client.call("search", arguments).contentText())
                .isEqualTo(http.get("/search?name=%C3%A9&from=01.02.2026&others%5B0%5D.city=Bonn"
                                + "&others%5B1%5D.city=a,b&address.city=Rom&active=true")
                        .body())
                .isEqualTo("é 2026-02-01 [Bonn, a,b] Rom true");
        assertThat(client.call("filter", "{\"text\": \"a,b\", \"day\": \"2026-02-01\"}")
                        .contentText())
                .isEqualTo(http.get("/filter?text=a,b&day=01.02.2026").body())
                .isEqualTo("Filter[text=a,b, day=2026-02-01, count=null]");
    }

    @Test
    void constraintsThatTheSchemaDoesNotHaveAreReported() {
        Answer answer = client.call("period", "{\"period\": {\"from\": \"2026-02-02\", \"to\": \"2026-02-01\"}}");
        assertThat(answer.isToolError()).isTrue();
        assertThat(answer.contentText()).startsWith("400 Bad Request: ").contains("ordered: must begin before it ends");
        assertThat(client.call("period", "{\"period\": {\"from\": \"2026-02-01\", \"to\": \"2026-02-02\"}}")
                        .contentText())
                .isEqualTo("1");
    }

    @Test
    void aPageIsThreeArguments() {
        assertThat(schema("page").get("properties").propertyNames()).containsExactlyInAnyOrder("page", "size", "sort");
        assertThat(client.call("page", "{\"page\": 2, \"size\": 5, \"sort\": [\"name,desc\"]}")
                        .contentText())
                .isEqualTo(http.get("/page?page=2&size=5&sort=name,desc").body())
                .isEqualTo("Page request [number: 2, size 5, sort: name: DESC]");
        assertThat(client.call("page", "{\"size\": 5}").contentText())
                .isEqualTo(http.get("/page?size=5").body())
                .isEqualTo("Page request [number: 3, size 5, sort: id: ASC]");
        assertThat(client.call("page", "{\"page\": \"x\"}").contentText()).contains("page:");
        assertThat(client.call("page", "{\"size\": 2001}").contentText()).contains("size: must be at most 2000");
    }

    @Test
    void aFormIsSentWithTheMediaTypeOfItsMapping() {
        assertThat(client.call("form", "{\"text\": \"é&\"}").contentText()).isEqualTo("é&");
    }

    @Test
    void theRestOfAPathIsOneArgument() {
        assertThat(client.call("rest", "{\"path\": \"a/é/c\"}").contentText())
                .isEqualTo(http.get("/rest/a/%C3%A9/c").body())
                .isEqualTo("/a/é/c");
        for (String path : List.of("a/../b", "a//b", "", "a/b%2F")) {
            assertThat(client.call("rest", "{\"path\": \"" + path + "\"}").contentText())
                    .contains("path: is part of a path");
        }
    }

    @Test
    void aPartOfTheRequestThatTwoParametersReadIsOneArgument() {
        assertThat(schema("shared").get("properties").propertyNames())
                .containsExactlyInAnyOrder("text", "day", "count");
        assertThat(client.call("shared", "{\"text\": \"a\", \"count\": 3}").contentText())
                .isEqualTo(http.get("/shared/a?count=3").body())
                .isEqualTo("a 3 Filter[text=a, day=null, count=3]");
    }

    @Test
    void conditionsOfMappingsAreFulfilled() {
        assertThat(client.call("conditional", "{}").contentText()).isEqualTo("null");
        assertThat(client.call("conditional", "{\"deep\": \"yes\"}").contentText())
                .isEqualTo("yes");
        assertThat(client.call("root", "{}").contentText()).isEqualTo("root");
    }

    @Test
    void aTypeOfWhichOnlyAConverterKnowsIsText() {
        assertThat(schema("money").at("/properties/amount/type").stringValue()).isEqualTo("string");
        assertThat(client.call("money", "{\"amount\": \"3 EUR\"}").contentText())
                .isEqualTo("3 of EUR");
    }

    @Test
    void anEnumThatOnlyAConverterReadsIsText() {
        JsonNode status = schema("status").at("/properties/status");
        assertThat(status.get("type").stringValue()).isEqualTo("string");
        assertThat(status.has("enum")).isFalse();
        assertThat(client.call("status", "{\"status\": \"open\"}").contentText())
                .isEqualTo(http.get("/status?status=open").body())
                .isEqualTo("OPEN");
        assertThat(schema("statuses").at("/properties/statuses"))
                .hasToString("{\"type\":\"array\",\"items\":{\"type\":\"string\"}}");
        assertThat(client.call("statuses", "{\"statuses\": [\"open\", \"open\"]}")
                        .contentText())
                .isEqualTo("[OPEN, OPEN]");
    }

    @Test
    @ExtendWith(OutputCaptureExtension.class)
    void aVersionThatEveryRequestMustNameIsMissingInTheLog(CapturedOutput output) {
        TestServer versioned = TestServer.shared(Versioned.class);
        assertThat(new Http(versioned).get("/unversioned").statusCode()).isEqualTo(400);
        Answer answer = versioned.client(ProtocolVersion.V2026_07_28).call("unversioned", "{}");
        assertThat(answer.isToolError()).isTrue();
        assertThat(answer.contentText()).contains("failed unexpectedly", "under error id ");
        assertThat(output).contains("Tool 'unversioned' failed [error id ", "API version is required");
    }

    @RestController
    static class Versioned {

        @McpTool
        @GetMapping("/unversioned")
        String unversioned() {
            return "";
        }

        @Configuration(proxyBeanMethods = false)
        @ConditionalOnWebApplication(type = Type.SERVLET)
        static class OfSpringMvc implements WebMvcConfigurer {

            @Override
            public void configureApiVersioning(
                    org.springframework.web.servlet.config.annotation.ApiVersionConfigurer versions) {
                versions.useRequestHeader("X-Version");
            }
        }

        @Configuration(proxyBeanMethods = false)
        @ConditionalOnWebApplication(type = Type.REACTIVE)
        static class OfWebFlux implements WebFluxConfigurer {

            @Override
            public void configureApiVersioning(org.springframework.web.reactive.config.ApiVersionConfigurer versions) {
                versions.useRequestHeader("X-Version");
            }
        }
    }

    @Test
    void otherParametersComeFromTheRequestOfTheClient() {
        McpTestClient ada = server.client(ProtocolVersion.V2026_07_28, "/mcp?user=ada");
        assertThat(schema("who").at("/properties")).isEmpty();
        String body =
                ada.body("tools/call", JsonMapper.shared().createObjectNode().put("name", "who"));
        Map<String, String> headers = new HashMap<>(
                ada.headers("tools/call", JsonMapper.shared().createObjectNode().put("name", "who")));
        headers.putAll(Map.of("X-Tenant", "acme", "Accept-Language", "fr", "Authorization", "Bearer secret"));
        assertThat(ada.post(body, headers).contentText()).isEqualTo("ada fr acme GET none /who");
    }

    @Test
    @OnNetty("Spring MVC does not supply reactive parameters")
    void theUserMayComeLater() {
        assertThat(schema("later").at("/properties")).isEmpty();
        assertThat(server.client(ProtocolVersion.V2026_07_28, "/mcp?user=ada")
                        .call("later", "{}")
                        .contentText())
                .isEqualTo("ada");
    }

    @Test
    void namesOfPartsOfTheRequestMayHavePlaceholders() {
        assertThat(client.call("placeholders", "{\"text\": \"a\"}", Map.of("X-Tenant", "acme"))
                        .contentText())
                .isEqualTo("a acme");
    }

    @Test
    void aModelThatIsNotBoundHasNoArguments() {
        assertThat(schema("preset").at("/properties")).isEmpty();
        assertThat(client.call("preset", "{}").contentText())
                .isEqualTo(http.get("/preset?amount=9").body())
                .isEqualTo("Amounts[amount=7, exact=true, unit=EUR]");
    }

    @Test
    void aVariableOfThePathIsRequired() {
        assertThat(client.call("optionalPath", "{}").contentText()).contains("id: is required");
        assertThat(client.call("optionalPath", "{\"id\": 3}").contentText()).isEqualTo("Optional[3]");
    }

    @Test
    void credentialsArePassedOnIfTheyAreListed() {
        TestServer passing = TestServer.shared(
                Passing.class,
                "mcp.server.controllers.headers=Authorization,Cookie",
                "spring.web.locale=en_US",
                "spring.web.locale-resolver=fixed");
        McpTestClient ada = passing.client(ProtocolVersion.V2026_07_28);
        ObjectNode params = JsonMapper.shared().createObjectNode().put("name", "credentials");
        Map<String, String> headers = new HashMap<>(ada.headers("tools/call", params));
        headers.putAll(Map.of("Authorization", "Bearer secret", "Cookie", "a=1; theme=dark"));
        assertThat(ada.post(ada.body("tools/call", params), headers).contentText())
                .isEqualTo("Bearer secret dark [application/json, */*;q=0.8]");
        assertDatesAreReadInTheLanguageOfTheFramework(ada);
    }

    private static void assertDatesAreReadInTheLanguageOfTheFramework(McpTestClient client) {
        String days = "{\"day\": \"2026-01-02\", \"styled\": \"2026-01-02\"}";
        assertThat(client.call("languages", days, Map.of("Accept-Language", "es-ES"))
                        .contentText())
                .isEqualTo("2026-01-02 2026-01-02");
    }

    @Test
    void anAbsentPrimitiveValueIsAllowedOnlyWhereTheFrameworkHasOne() {
        assertThat(schema("primitives").get("required"))
                .extracting(JsonNode::stringValue)
                .containsExactlyInAnyOrder("undeclared", "notRequired", "amount", "exact");
        assertThat(client.call("primitives", "{\"undeclared\": 1, \"notRequired\": 2, \"amount\": 3, \"exact\": true}")
                        .contentText())
                .isEqualTo("1 2 false Amounts[amount=3, exact=true, unit=null]");
    }

    @Test
    void annotationsOfTheApplicationMayContainThoseOfTheFramework() {
        assertThat(schema("loggedIn").at("/properties")).isEmpty();
        assertThat(schema("expressions").at("/properties").propertyNames()).containsExactly("owner");
    }

    @RestController
    static class Passing {

        @McpTool
        @GetMapping("/credentials")
        String credentials(
                @RequestHeader("Authorization") String token,
                @CookieValue String theme,
                @RequestHeader("Accept") List<String> accept) {
            return token + " " + theme + " " + accept;
        }

        @McpTool
        @GetMapping("/languages")
        String languages(@RequestParam LocalDate day, @RequestParam @DateTimeFormat(style = "S-") LocalDate styled) {
            return day + " " + styled;
        }
    }

    @Target(ElementType.PARAMETER)
    @Retention(RetentionPolicy.RUNTIME)
    @AuthenticationPrincipal
    @interface LoggedIn {}

    record User(String name) {}

    record Amounts(int amount, boolean exact, String unit) {}

    record Line(String sku, int count) {}

    record NewOrder(@NotBlank String name, List<@Valid Line> lines) {}

    record Period(LocalDate from, LocalDate to) {

        @com.fasterxml.jackson.annotation.JsonIgnore
        @jakarta.validation.constraints.AssertTrue(message = "must begin before it ends")
        public boolean isOrdered() {
            return from.isBefore(to);
        }
    }

    interface Input {}

    interface Output {}

    record Viewed(
            @JsonView(Input.class) @NotBlank String name,
            @JsonView(Output.class) @NotNull Integer secret) {}

    record Text(String text) {}

    record Money(int amount, String currency) {}

    record Filter(
            String text,
            @DateTimeFormat(pattern = "dd.MM.yyyy") LocalDate day,
            Integer count) {}

    enum Level {
        LOW,
        HIGH
    }

    enum Status {
        OPEN("open"),
        CLOSED("shut");

        final String code;

        Status(String code) {
            this.code = code;
        }
    }

    public static class Address {

        private String city;

        public String getCity() {
            return city;
        }

        public void setCity(String city) {
            this.city = city;
        }
    }

    public static class Search {

        private String name;

        @DateTimeFormat(pattern = "dd.MM.yyyy")
        private LocalDate from;

        private List<Address> others;

        private Address address;

        private boolean active;

        public String getName() {
            return name;
        }

        public void setName(String name) {
            this.name = name;
        }

        public LocalDate getFrom() {
            return from;
        }

        public void setFrom(LocalDate from) {
            this.from = from;
        }

        public List<Address> getOthers() {
            return others;
        }

        public void setOthers(List<Address> others) {
            this.others = others;
        }

        public Address getAddress() {
            return address;
        }

        public void setAddress(Address address) {
            this.address = address;
        }

        public boolean isActive() {
            return active;
        }

        public void setActive(boolean active) {
            this.active = active;
        }
    }

    @RestController
    static class Controller {

        @McpTool
        @GetMapping("/days/{id}")
        String days(
                @PathVariable long id,
                @RequestParam @DateTimeFormat(pattern = "dd.MM.yyyy") @McpToolParam(description = "The first day")
                        LocalDate from,
                @RequestParam List<String> tags,
                Level level,
                @RequestParam(defaultValue = "10") @Max(100) int size,
                @RequestParam Optional<UUID> key,
                @RequestParam(required = false) Integer count) {
            return "%d %s %s %s %d %s %s"
                    .formatted(
                            id, from, tags, level, size, key.map(UUID::toString).orElse("none"), count);
        }

        @McpTool
        @PutMapping("/orders/{name}")
        Map<String, Object> update(@PathVariable String name, @Valid @RequestBody NewOrder order) {
            return Map.of("path", name, "order", order);
        }

        @McpTool
        @PostMapping("/viewed")
        String viewed(@RequestBody @JsonView(Input.class) Viewed body) {
            return body.toString();
        }

        @McpTool
        @PostMapping("/text")
        String text(@RequestBody String body) {
            return body;
        }

        @McpTool
        @PostMapping("/entity")
        String entity(HttpEntity<List<Integer>> body) {
            return String.valueOf(body.getBody());
        }

        @McpTool
        @GetMapping("/search")
        String search(@ModelAttribute Search search) {
            return "%s %s %s %s %s"
                    .formatted(
                            search.name,
                            search.from,
                            search.others.stream().map(Address::getCity).toList(),
                            search.address.city,
                            search.active);
        }

        @McpTool
        @GetMapping("/filter")
        String filter(@org.springframework.validation.annotation.Validated Filter filter) {
            return filter.toString();
        }

        @McpTool
        @PostMapping("/period")
        long period(@Valid @RequestBody Period period) {
            return period.from().until(period.to()).getDays();
        }

        @McpTool
        @GetMapping("/page")
        String page(@PageableDefault(page = 3, sort = "id") Pageable page) {
            return page.toString();
        }

        @McpTool
        @PostMapping(
                path = "/form",
                consumes = {"multipart/form-data", "application/x-www-form-urlencoded"})
        String form(@ModelAttribute("text") Text text) {
            return text.text();
        }

        @McpTool
        @GetMapping("/rest/{*path}")
        String rest(@PathVariable String path) {
            return path;
        }

        @McpTool
        @GetMapping("/shared/{text}")
        String shared(Filter filter, @PathVariable String text, @RequestParam int count) {
            return text + " " + count + " " + filter;
        }

        @McpTool
        @GetMapping("/primitives")
        String primitives(
                int undeclared,
                @RequestParam(required = false) long notRequired,
                boolean flag,
                @ModelAttribute Amounts amounts) {
            return undeclared + " " + notRequired + " " + flag + " " + amounts;
        }

        @McpTool
        @GetMapping("/later")
        Mono<String> later(Mono<Principal> user) {
            return user.map(Principal::getName);
        }

        @McpTool
        @GetMapping("/placeholders")
        String placeholders(
                @RequestParam("${undefined:text}") String query,
                @RequestHeader("${undefined:X-Tenant}") String header) {
            return query + " " + header;
        }

        @ModelAttribute("preset")
        Amounts amounts() {
            return new Amounts(7, true, "EUR");
        }

        @McpTool
        @GetMapping("/preset")
        String preset(@ModelAttribute(name = "preset", binding = false) Amounts amounts) {
            return amounts.toString();
        }

        @McpTool
        @GetMapping("/optional-path/{id}")
        String optionalPath(@PathVariable Optional<Long> id) {
            return id.toString();
        }

        @McpTool
        @GetMapping("/logged-in")
        String loggedIn(@LoggedIn User user) {
            return "";
        }

        @McpTool
        @GetMapping("/expressions")
        String expressions(@P("owner") String owner) {
            return owner;
        }

        @McpTool
        @GetMapping(path = "/conditional", params = "deep", headers = "X-Beta")
        String conditional(@RequestParam(required = false) String deep) {
            return deep == null || deep.isEmpty() ? "null" : deep;
        }

        @McpTool
        @GetMapping
        String root() {
            return "root";
        }

        @McpTool
        @GetMapping("/money")
        String money(@RequestParam Money amount) {
            return amount.amount() + " of " + amount.currency();
        }

        @McpTool
        @GetMapping("/status")
        String status(@RequestParam Status status) {
            return status.toString();
        }

        @McpTool
        @GetMapping("/statuses")
        String statuses(@RequestParam List<Status> statuses) {
            return statuses.toString();
        }

        @McpTool
        @RequestMapping(path = "/who", method = org.springframework.web.bind.annotation.RequestMethod.GET)
        String who(
                Principal user,
                Locale locale,
                @RequestHeader("X-Tenant") String tenant,
                HttpMethod method,
                @RequestHeader(name = "Authorization", defaultValue = "none") String authorization,
                org.springframework.web.util.UriComponentsBuilder unused,
                @RequestHeader Map<String, String> headers) {
            return "%s %s %s %s %s %s"
                    .formatted(
                            user.getName(),
                            locale.getLanguage(),
                            tenant,
                            method,
                            authorization,
                            headers.containsKey("Authorization") ? "leaked" : "/who");
        }
    }

    @Configuration(proxyBeanMethods = false)
    @Import({Controller.class, Pages.OfSpringMvc.class, Pages.OfWebFlux.class})
    static class Application {

        @Bean
        TestUsers users() {
            return TestUsers.ofQuery();
        }

        @Bean
        Converter<String, Money> money() {
            return new Converter<>() {

                @Override
                public Money convert(String text) {
                    String[] parts = text.split(" ");
                    return new Money(Integer.parseInt(parts[0]), parts[1]);
                }
            };
        }

        @Bean
        Converter<String, Status> status() {
            return new Converter<>() {

                @Override
                public Status convert(String code) {
                    return Stream.of(Status.values())
                            .filter(each -> each.code.equals(code))
                            .findFirst()
                            .orElseThrow();
                }
            };
        }
    }
}
