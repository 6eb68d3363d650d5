package io.mcpspring.autoconfigure;

import static org.assertj.core.api.Assertions.assertThat;

import ch.qos.logback.classic.Level;
import com.fasterxml.jackson.annotation.JsonIgnore;
import com.fasterxml.jackson.annotation.JsonProperty;
import io.mcpspring.annotation.McpPrompt;
import io.mcpspring.annotation.McpResource;
import io.mcpspring.annotation.McpTool;
import io.mcpspring.annotation.McpToolParam;
import io.mcpspring.exchange.McpExchange;
import io.mcpspring.exchange.McpMeta;
import io.mcpspring.resource.McpResourceDefinition;
import io.mcpspring.resource.McpResources;
import io.mcpspring.support.RecordedLog;
import io.mcpspring.tool.McpArguments;
import io.mcpspring.tool.McpToolDefinition;
import jakarta.persistence.OneToMany;
import java.io.IOException;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.springframework.boot.context.event.ApplicationReadyEvent;
import org.springframework.boot.test.context.runner.ReactiveWebApplicationContextRunner;
import org.springframework.cache.annotation.CacheEvict;
import org.springframework.cache.annotation.Cacheable;
import org.springframework.cache.annotation.Caching;
import org.springframework.context.annotation.Bean;
import org.springframework.context.event.EventListener;
import org.springframework.http.HttpHeaders;
import org.springframework.resilience.annotation.Retryable;
import reactor.core.publisher.Mono;
import tools.jackson.core.JsonParser;
import tools.jackson.databind.DeserializationContext;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.ValueDeserializer;
import tools.jackson.databind.annotation.JsonDeserialize;
import tools.jackson.databind.json.JsonMapper;

/** The lines that the server logs at the start. */
class StartupReportTests {

    private static final String NOTHING =
            "The MCP server has nothing to serve: no bean has an @McpTool, @McpPrompt or" + " @McpResource method";

    private final ReactiveWebApplicationContextRunner orders = Runners.reactive()
            .withPropertyValues(
                    "mcp.server.name=orders",
                    "mcp.server.version=1.4.0",
                    "mcp.server.secret=a secret of thirty-two bytes or more");

    @Test
    void oneLineDescribesTheServer() {
        assertLogged(
                orders.withBean(Six.class),
                Level.INFO,
                "MCP server 'orders' 1.4.0 at /mcp: 6 tools, protocol 2025-03-26 to 2026-07-28");
    }

    @Test
    void oneLineCountsEveryFeature() {
        assertLogged(
                orders.withBean(Six.class).withBean(Other.class),
                Level.INFO,
                "MCP server 'orders' 1.4.0 at /mcp:"
                        + " 6 tools, 2 prompts, 1 resource, 1 resource template, protocol 2025-03-26 to 2026-07-28");
    }

    @Test
    void aServerWithPromptsAloneLogsNoWarning() {
        assertLogged(
                orders.withBean(Letter.class),
                Level.INFO,
                "MCP server 'orders' 1.4.0 at /mcp: 1 prompt, protocol 2025-03-26 to 2026-07-28");
        assertLogged(orders.withBean(Letter.class), Level.WARN);
    }

    @Test
    void limitsWithoutAnEntryAreNamedInAWarning() {
        assertLogged(
                orders.withBean(Letter.class)
                        .withPropertyValues(
                                "mcp.server.limits.entries[0].name=letter",
                                "mcp.server.limits.entries[0].max-concurrency=1",
                                "mcp.server.limits.entries[1].name=leter",
                                "mcp.server.limits.entries[1].max-concurrency=1"),
                Level.WARN,
                "Limits without an entry (mcp.server.limits.entries): leter");
    }

    @Test
    void toolsetsWithoutAToolAreNamedInAWarning() {
        assertLogged(
                orders.withBean(Six.class)
                        .withBean(
                                "tagged",
                                McpToolDefinition.class,
                                () -> McpToolDefinition.named("tagged")
                                        .description("Has tags")
                                        .tags("one", "two")
                                        .call((arguments, exchange) -> "")
                                        .build())
                        .withPropertyValues(
                                "mcp.server.toolsets.some.tags=zero,two",
                                "mcp.server.toolsets.none.tags=zero,three",
                                "mcp.server.toolsets.misspelled.tags=oen"),
                Level.WARN,
                "Toolsets of mcp.server.toolsets that contain no tool, because no tool has one of their tags:"
                        + " [misspelled, none]");
    }

    @Test
    void theLineFitsOneToolOneRevisionAndAnotherPath() {
        assertLogged(
                orders.withBean(One.class)
                        .withPropertyValues("mcp.server.http.path=/api/mcp", "mcp.server.protocol-versions=2025-11-25"),
                Level.INFO,
                "MCP server 'orders' 1.4.0 at /api/mcp: 1 tool, protocol 2025-11-25");
    }

    @Test
    void theNamesAreLoggedAtDebug() {
        assertLogged(
                orders.withBean(Six.class).withBean(Other.class),
                Level.DEBUG,
                "Initializing ExecutorService 'io.mcpspring.executor'",
                "Serving 6 tools: [cancel, change, find, list, place, track]",
                "Serving 2 prompts: [letter, review]",
                "Serving 1 resource: [orders://all]",
                "Serving 1 resource template: [orders://{id}]");
    }

    @Test
    void aServerWithoutProblemsLogsNoWarning() {
        assertLogged(orders.withBean(Six.class), Level.WARN);
    }

    @Test
    void anEmptyServerLogsAWarning() {
        assertLogged(
                orders, Level.INFO, "MCP server 'orders' 1.4.0 at /mcp: 0 tools, protocol 2025-03-26 to 2026-07-28");
        assertLogged(orders, Level.WARN, NOTHING);
    }

    @Test
    void annotationsOfSpringAiAreNamedInAWarning() {
        String[] ignored = {
            notServed("org.springframework.ai.mcp.annotation.McpTool"),
            notServed("org.springaicommunity.mcp.annotation.McpResource")
        };

        assertLogged(orders.withBean(OfSpringAi.class).withBean(One.class), Level.WARN, ignored);
        assertLogged(orders.withBean(OfSpringAi.class), Level.WARN, NOTHING, ignored[0], ignored[1]);
    }

    @Test
    void annotationsOfSpringAiOnMethodsOfInterfacesAreNamedInAWarning() {
        assertLogged(
                orders.withBean(OfAnInterface.class).withBean(One.class),
                Level.WARN,
                notServed("org.springframework.ai.mcp.annotation.McpTool"));
    }

    @Test
    void theAnnotationOfSpringAiForToolsOfItsOwnModelsIsNamedInAWarning() {
        assertLogged(
                orders.withBean(OfSpringAiModels.class).withBean(One.class),
                Level.WARN,
                "Not served: Methods with @org.springframework.ai.tool.annotation.Tool: an annotation of Spring AI. Use"
                        + " @McpTool of io.mcpspring.annotation instead, or add mcp-spring-boot-spring-ai.");
    }

    @Test
    void methodsWhoseCacheNeverHasTheirResultsAreNamedInAWarning() {
        assertLogged(
                orders.withBean(One.class).withBean(Cached.class),
                Level.WARN,
                "Methods with a cache that never has their results, because its keys contain the exchange, request or"
                        + " headers of each call. Name the arguments, as in @Cacheable(key = \"#id\"): ["
                        + Cached.class.getName() + ".byExchange(String, McpExchange), " + Cached.class.getName()
                        + ".byHeaders(HttpHeaders), " + Cached.class.getName() + ".evicting(McpMeta), "
                        + Cached.class.getName() + ".evictingSome(McpMeta)]");
    }

    @Test
    void methodsThatAreInvokedAgainWhenTheyAskAreNamedInAWarning() {
        assertLogged(
                orders.withBean(One.class).withBean(Retried.class),
                Level.WARN,
                "Methods that @Retryable invokes again when they ask the client, because a question ends them by an"
                        + " Error. Name the exceptions, as in"
                        + " @Retryable(includes = TransientDataAccessException.class): [" + Retried.class.getName()
                        + ".asking(McpExchange), " + Retried.class.getName() + ".askingWithErrors(McpExchange)]");
    }

    @Test
    void entitiesInResultsWhoseRelationsAreWrittenAreNamedInWarnings() {
        assertLogged(
                orders.withBean(One.class).withBean(OfEntities.class),
                Level.WARN,
                relation(OfEntities.Derived.class, "owners"),
                relation(OfEntities.Order.class, "lines"),
                relation(OfEntities.Customer.class, "orders"),
                relation(OfEntities.Item.class, "parts"));
    }

    private static String relation(Class<?> entity, String member) {
        return "Results contain the JPA entity " + entity.getTypeName() + " with the relation '" + member
                + "', which is lazy or refers back to it without end. Return records that are made within the"
                + " transaction";
    }

    private static String notServed(String annotation) {
        return "Not served: Methods with @" + annotation
                + ": an annotation of Spring AI. Import that of io.mcpspring.annotation instead"
                + (annotation.startsWith("org.springframework.") ? ", or add mcp-spring-boot-spring-ai." : ".");
    }

    @Test
    void entriesAddedByARunnerAreCounted() {
        assertLogged(
                orders.withBean(Late.class),
                Level.INFO,
                "MCP server 'orders' 1.4.0 at /mcp: 1 resource, protocol 2025-03-26 to 2026-07-28");
    }

    @Test
    void toolsWithoutDescriptionAreNamedInOneWarning() {
        assertLogged(
                orders.withBean(One.class).withBean(Undescribed.class),
                Level.WARN,
                "Tools without a description, which models rarely use: [find, list]");
    }

    @Test
    void parametersThatSeemToBeSecretsAreNamedInWarnings() {
        assertLogged(
                orders.withBean(Secrets.class),
                Level.WARN,
                "Tools with parameters that seem to be secrets, which language models and their logs would get to know:"
                        + " [login[password]]",
                "Prompts and resource templates with arguments that seem to be secrets, which language models and their"
                        + " logs would get to know: [connect[apiKey]]",
                "Prompts and resource templates with arguments that seem to be secrets, which language models and their"
                        + " logs would get to know: [orders://{token}[token]]");
    }

    @Test
    void toolsThatSeemToDestroyButSayThatTheyDoNotAreNamedInOneWarning() {
        assertLogged(
                orders.withBean(Deleting.class),
                Level.WARN,
                "Tools whose names announce a deletion, but whose hints say that they destroy nothing, so that clients"
                        + " may call them without asking the user: [drop_table, removeOrder]");
    }

    @Test
    void toolsWhoseSchemasSomeModelsRefuseAreNamedInOneWarning() {
        assertLogged(
                orders.withUserConfiguration(Unusual.class).withPropertyValues("long=" + Unusual.LONG),
                Level.WARN,
                "Tools with input schemas for which APIs of some models refuse the whole request, because of names that"
                        + " are not 1 to 64 characters of A-Z a-z 0-9 _ . - or because of a keyword at the root: "
                        + "[choose[anyOf, not], find[größe, " + Unusual.LONG + ", order id]]");
    }

    @Test
    void aSchemaThatSaysNothingIsNamedInAWarning() {
        String reason = " allows any value, because its deserializer does not say what it reads: describe it with"
                + " Swagger's @Schema(type = \"...\") or an McpSchemaCustomizer";
        assertLogged(
                orders.withBean(Paying.class),
                Level.WARN,
                "The schema of type " + Money.class.getTypeName() + reason,
                "The schema of property 'code' of " + Voucher.class.getTypeName() + reason);
    }

    @Test
    void toolsWithLongNamesAreNamedInAWarning() {
        assertLogged(
                orders.withBean(LongName.class),
                Level.WARN,
                "Tools with names of more than 64 characters, which some clients truncate: [" + LongName.NAME + "]");
    }

    @Test
    void toolsThatApisOfModelsRefuseAreNamedInAWarning() {
        assertLogged(
                orders.withBean(Refused.class),
                Level.WARN,
                "Tools for which APIs of some models refuse the whole request, because their names have a dot or their"
                        + " descriptions more than 1024 characters: [explained, orders.find]");
    }

    private static void assertLogged(ReactiveWebApplicationContextRunner application, Level level, String... lines) {
        try (RecordedLog log = new RecordedLog()) {
            application.run(context -> {
                assertThat(context).hasNotFailed();
                Runners.ready(context);
                assertThat(log.lines(level)).isEqualTo(List.of(lines));
            });
        }
    }

    static class One {

        @McpTool(description = "Tracks an order")
        void track() {}
    }

    static class Six extends One {

        @McpTool(description = "Finds an order")
        void find() {}

        @McpTool(description = "Lists orders")
        void list() {}

        @McpTool(description = "Places an order")
        void place() {}

        @McpTool(description = "Changes an order")
        void change() {}

        @McpTool(description = "Cancels an order")
        void cancel() {}
    }

    static class Letter {

        @McpPrompt(description = "Writes a letter")
        String letter() {
            return "Write a letter";
        }
    }

    static class Other extends Letter {

        @McpPrompt
        String review() {
            return "Review this";
        }

        @McpResource(uri = "orders://all", description = "All orders")
        String all() {
            return "none";
        }

        @McpResource(uri = "orders://{id}", description = "An order")
        String one(String id) {
            return id;
        }
    }

    static class OfSpringAi {

        @org.springframework.ai.mcp.annotation.McpTool
        void find() {}

        @org.springaicommunity.mcp.annotation.McpResource
        String read() {
            return "";
        }
    }

    @JsonDeserialize(using = MoneyReader.class)
    record Money(long cents) {}

    static class MoneyReader extends ValueDeserializer<Money> {

        @Override
        public Money deserialize(JsonParser parser, DeserializationContext context) {
            return new Money(parser.getLongValue());
        }
    }

    static class CodeReader extends ValueDeserializer<String> {

        @Override
        public String deserialize(JsonParser parser, DeserializationContext context) {
            return parser.getString();
        }
    }

    record Voucher(
            Object details,
            JsonNode more,
            @JsonDeserialize(using = CodeReader.class) String code) {}

    static class Paying {

        @McpTool(description = "Pays")
        Money pay(Money price, List<Money> more, Voucher voucher, Object note) {
            return price;
        }
    }

    static class Unusual {

        static final String LONG = "n".repeat(65);

        record Filter(@JsonProperty("order id") String id) {}

        @McpTool(description = "Finds orders")
        void find(
                @McpToolParam(name = "größe") int size,
                Filter filter,
                @McpToolParam(name = "${long}") String name,
                @McpToolParam(name = "a_b-c.D9") String usual) {}

        @Bean
        McpToolDefinition choose() {
            return McpToolDefinition.named("choose")
                    .description("Chooses")
                    .inputSchema(JsonMapper.shared().readTree("{\"type\":\"object\",\"anyOf\":[{}],\"not\":{}}"))
                    .call((arguments, exchange) -> "chosen")
                    .build();
        }
    }

    static class OfSpringAiModels {

        @org.springframework.ai.tool.annotation.Tool
        void find() {}
    }

    static class Cached {

        @McpTool(description = "Finds")
        @Cacheable("orders")
        String byExchange(String id, McpExchange exchange) {
            return id;
        }

        @McpTool(description = "Finds by headers")
        @Cacheable("orders")
        String byHeaders(HttpHeaders headers) {
            return "found";
        }

        @McpTool(description = "Forgets")
        @CacheEvict("orders")
        public void evicting(McpMeta meta) {}

        @McpTool(description = "Forgets all")
        @CacheEvict(cacheNames = "orders", allEntries = true)
        public void evictingAll(McpMeta meta) {}

        @McpTool(description = "Forgets some")
        @Caching(
                cacheable = @Cacheable(cacheNames = "customers", key = "#root.methodName"),
                evict = @CacheEvict("orders"))
        public void evictingSome(McpMeta meta) {}

        @McpTool(description = "Forgets all by a group")
        @Caching(evict = @CacheEvict(cacheNames = "orders", allEntries = true))
        public void evictingAllInAGroup(McpMeta meta) {}

        @McpTool(description = "Finds by id")
        @Cacheable(cacheNames = "orders", key = "#id")
        String byId(String id, McpExchange exchange) {
            return id;
        }

        @McpTool(description = "Finds without exchange")
        @Cacheable("orders")
        String byArguments(McpArguments arguments) {
            return "found";
        }
    }

    @Retryable
    static class Retried {

        @McpTool(description = "Asks")
        void asking(McpExchange exchange) {}

        @McpTool(description = "Asks")
        @Retryable(includes = {IOException.class, Throwable.class})
        void askingWithErrors(McpExchange exchange) {}

        @McpTool(description = "Asks")
        @Retryable(includes = IOException.class)
        void askingWithIncludes(McpExchange exchange) {}

        @McpTool(description = "Asks")
        @Retryable(excludes = Error.class)
        void askingWithExcludes(McpExchange exchange) {}

        @McpTool(description = "Does not ask")
        void find() {}
    }

    static class OfEntities {

        static class Customer {

            @OneToMany
            private final List<String> orders = List.of();

            public List<String> getOrders() {
                return orders;
            }
        }

        record Page(Customer owner, List<Page> more) {}

        record Order(@OneToMany List<String> lines) {}

        static class Item {

            @OneToMany
            public List<String> getParts() {
                return List.of();
            }
        }

        static class Pages<T> {

            public List<? extends T> getPages() {
                return List.of();
            }
        }

        static class Owned {

            @OneToMany
            private final List<String> owners = List.of();

            public List<String> getOwners() {
                return owners;
            }
        }

        static class Derived extends Owned {}

        static class Row {

            private final Owned hidden = new Owned();

            @OneToMany
            private final List<String> unread = List.of();

            @JsonIgnore
            @OneToMany
            private final List<String> ignored = List.of();

            @OneToMany
            private final List<String> ignoredByGetter = List.of();

            public String getName() {
                return hidden + " " + unread;
            }

            public List<String> getIgnored() {
                return ignored;
            }

            @JsonIgnore
            public List<String> getIgnoredByGetter() {
                return ignoredByGetter;
            }
        }

        @McpTool(description = "Returns an entity with an inherited relation")
        Derived derived() {
            return new Derived();
        }

        @McpTool(description = "Returns all")
        List<Order> list() {
            return List.of();
        }

        @McpTool(description = "Returns an entity inside a record")
        Page page() {
            return new Page(new Customer(), List.of());
        }

        @McpTool(description = "Returns entities inside an object")
        Mono<Pages<Item>> pages() {
            return Mono.empty();
        }

        @McpTool(description = "Returns an entity whose relations are not written")
        Row row() {
            return new Row();
        }

        @McpTool(description = "Returns one that is in another result, too")
        Customer single() {
            return new Customer();
        }
    }

    interface Finder {

        @org.springframework.ai.mcp.annotation.McpTool
        void find();
    }

    static class OfAnInterface implements Finder {

        @Override
        public void find() {}
    }

    record Late(McpResources resources) {

        @EventListener(ApplicationReadyEvent.class)
        void add() {
            resources.update(changes -> changes.add(McpResourceDefinition.at("orders://late")
                    .name("late")
                    .description("Late orders")
                    .read((request, exchange) -> "none")
                    .build()));
        }
    }

    static class Undescribed {

        @McpTool
        void list() {}

        @McpTool
        void find() {}
    }

    static class Refused {

        private static final String LINE = "0123456789012345678901234567890123456789012345678901234567890123";

        @McpTool(name = "orders.find", description = "Has a dot")
        void find() {}

        @McpTool(
                description = LINE + LINE + LINE + LINE + LINE + LINE + LINE + LINE + LINE + LINE + LINE + LINE + LINE
                        + LINE + LINE + LINE)
        void brief() {}

        @McpTool(
                description = LINE + LINE + LINE + LINE + LINE + LINE + LINE + LINE + LINE + LINE + LINE + LINE + LINE
                        + LINE + LINE + LINE + ".")
        void explained() {}
    }

    static class LongName {

        static final String NAME = "abcdefghijabcdefghijabcdefghijabcdefghijabcdefghijabcdefghij12345";

        @McpTool(name = NAME, description = "Has a name of 65 characters")
        void run() {}

        @McpTool(name = "abcdefghijabcdefghijabcdefghijabcdefghijabcdefghijabcdefghij1234", description = "Has 64")
        void stop() {}
    }

    static class Deleting {

        @McpTool(description = "Deletes, and says so", destructiveHint = true)
        void deleteAll() {}

        @McpTool(description = "Says nothing")
        void deleteOrder() {}

        @McpTool(description = "Lists the values of a field", destructiveHint = false)
        void dropdownValues() {}

        @McpTool(description = "Finds deleted orders", readOnlyHint = true)
        void findDeletedOrders() {}

        @McpTool(description = "Removes an order", destructiveHint = false)
        void removeOrder() {}

        @McpTool(name = "drop_table", description = "Drops a table", readOnlyHint = true)
        void dropTable() {}
    }

    static class Secrets {

        @McpTool(description = "Logs in")
        String login(String user, String password, int maxTokens, String pageToken) {
            return user;
        }

        @McpPrompt(description = "Connects")
        String connect(String apiKey) {
            return apiKey;
        }

        @McpResource(uri = "orders://{token}")
        String read(String token) {
            return token;
        }
    }
}
