package com.example.coexistence;

import java.io.IOException;
import java.io.Writer;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Base64;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Properties;
import java.util.TreeMap;
import java.util.concurrent.Executor;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.springframework.boot.SpringApplication;
import org.springframework.boot.http.client.ClientHttpRequestFactoryBuilder;
import org.springframework.context.ApplicationContext;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.core.convert.ConversionService;
import org.springframework.core.task.AsyncTaskExecutor;
import org.springframework.core.task.TaskExecutor;
import org.springframework.scheduling.TaskScheduler;
import org.springframework.util.ClassUtils;
import tools.jackson.databind.ObjectMapper;
import tools.jackson.databind.SerializationFeature;
import tools.jackson.databind.json.JsonMapper;

/** What can be observed of an application: its beans, its responses and its configuration. */
final class Snapshot {

    static final String LIBRARY = "io.mcpspring.";

    private static final List<Class<?>> LOOKED_UP = List.of(
            Executor.class,
            TaskExecutor.class,
            AsyncTaskExecutor.class,
            TaskScheduler.class,
            ObjectMapper.class,
            JsonMapper.class,
            ConversionService.class);

    private static final JsonMapper SORTING = JsonMapper.builder()
            .enable(SerializationFeature.ORDER_MAP_ENTRIES_BY_KEYS)
            .build();

    private static final String USER =
            "Basic " + Base64.getEncoder().encodeToString("ada:secret".getBytes(StandardCharsets.UTF_8));

    static {
        System.setProperty("jdk.httpclient.allowRestrictedHeaders", "connection");
    }

    private static final HttpClient CLIENT =
            HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();

    private final Map<String, String> entries = new TreeMap<>();

    private final ConfigurableApplicationContext context;

    private Snapshot(ConfigurableApplicationContext context) {
        this.context = context;
    }

    /**
     * Runs an application, writes what can be observed of it to a file, and ends the process.
     *
     * @param arguments the file; also an argument of the application, because DevTools restarts it with these
     */
    static void take(
            Class<?> application, Function<ApplicationContext, Map<String, Object>> details, String[] arguments)
            throws Exception {
        ConfigurableApplicationContext context = SpringApplication.run(application, arguments);
        Snapshot snapshot = new Snapshot(context);
        snapshot.addBeans();
        details.apply(context).forEach((name, detail) -> snapshot.entries.put(name, detail.toString()));
        snapshot.addResponses();
        snapshot.write(Path.of(arguments[0]));
        context.close();
        System.exit(0);
    }

    static List<String> types(Collection<?> objects) {
        return objects.stream().map(Snapshot::type).toList();
    }

    static List<String> sorted(Collection<?> objects) {
        return objects.stream().map(Object::toString).sorted().toList();
    }

    private static String type(Object object) {
        return ClassUtils.getUserClass(object).getName().replaceFirst("\\$\\$.*", "");
    }

    private void addBeans() {
        for (String name : context.getBeanDefinitionNames()) {
            Class<?> type = Objects.requireNonNull(context.getType(name));
            entries.put("bean " + name, ClassUtils.getUserClass(type).getName().replaceFirst("\\$\\$.*", ""));
            if (name.startsWith(LIBRARY)) {
                entries.put("interfaces of " + name, interfaces(context.getBean(name)));
            }
        }
        for (Class<?> type : LOOKED_UP) {
            Object unique = context.getBeanProvider(type).getIfUnique();
            entries.put("unique " + type.getName(), unique == null ? "none" : type(unique));
        }
        entries.put("request factory", type(ClientHttpRequestFactoryBuilder.detect()));
    }

    private static String interfaces(Object bean) {
        return ClassUtils.getAllInterfacesAsSet(bean).stream()
                .map(Class::getName)
                .filter(type -> !type.startsWith(LIBRARY))
                .sorted()
                .collect(Collectors.joining(", "));
    }

    private void addResponses() throws Exception {
        for (String user : new String[] {USER, ""}) {
            for (String accept : new String[] {"application/json", "text/html"}) {
                for (String path : List.of(
                        "/orders/7",
                        "/orders/seven",
                        "/background",
                        "/failure",
                        "/request",
                        "/file.txt",
                        "/pages/7",
                        "/none",
                        "/mcp/more",
                        "/actuator",
                        "/actuator/health",
                        "/actuator/info")) {
                    add("GET", path, accept, user);
                }
            }
            add("HEAD", "/file.txt", "*/*", user);
            add("POST", "/orders", "application/json", user);
            add("DELETE", "/orders/7", "application/json", user);
            add("OPTIONS", "/orders", "application/json", user);
        }
        add("GET", "/actuator/metrics", "application/json", USER);
        entries.put(
                "mcp",
                String.valueOf(send("GET", "/mcp", "application/json", USER).statusCode()));
        entries.put("mcp in a browser", send("GET", "/mcp", "text/html", USER).body());
    }

    private void add(String method, String path, String accept, String user) throws Exception {
        HttpResponse<String> response = send(method, path, accept, user);
        Map<String, List<String>> headers = new TreeMap<>(response.headers().map());
        Stream.of("date", "last-modified", "content-length").forEach(headers::remove);
        entries.put(
                "%s %s as %s%s".formatted(method, path, accept, user.isEmpty() ? " without user" : ""),
                stable(response.statusCode() + " " + headers + " "
                        + (path.startsWith("/actuator") ? sorted(response.body()) : response.body())));
    }

    private HttpResponse<String> send(String method, String path, String accept, String user)
            throws IOException, InterruptedException {
        String port = context.getEnvironment().getRequiredProperty("local.server.port");
        HttpRequest.Builder request = HttpRequest.newBuilder(URI.create("http://localhost:" + port + path))
                .header("Accept", accept)
                .header("Content-Type", "application/json")
                // A connection for each request: until 1.3.8, Reactor Netty may stop reading a connection after a
                // response that another thread has ended (https://github.com/reactor/reactor-netty/issues/4361).
                .header("Connection", "close")
                .method(method, BodyPublishers.ofString(method.equals("POST") ? "{\"order_id\": 8}" : ""));
        if (!user.isEmpty()) {
            request.header("Authorization", user);
        }
        return CLIENT.send(request.build(), BodyHandlers.ofString());
    }

    /** Sorts the members of JSON objects, because Actuator does not have an order for some of them. */
    private static String sorted(String body) {
        return body.startsWith("{") ? SORTING.writeValueAsString(SORTING.readValue(body, Object.class)) : body;
    }

    /** Replaces what differs between two runs of the same application. */
    private static String stable(String text) {
        return text.replaceAll("(\"(timestamp|requestId)\":)\"[^\"]*\"", "$1")
                .replaceAll("(?i)(J?SESSION(ID)?)=[\\w-]+", "$1=")
                .replaceAll("(name=\"_csrf\"[^>]*value=)\"[^\"]*\"", "$1")
                .replaceAll("(\\w{3} ){2}\\d\\d \\d\\d:\\d\\d:\\d\\d \\w+ \\d{4}", "")
                .replaceAll("\\[[0-9a-f-]+\\]", "[]")
                .replaceAll("\"jvm\\.gc[^\"]*\",?", "")
                .replaceAll("\\d{4,}", "#");
    }

    private void write(Path file) throws IOException {
        Properties properties = new Properties();
        properties.putAll(entries);
        try (Writer writer = Files.newBufferedWriter(file)) {
            properties.store(writer, null);
        }
    }
}
