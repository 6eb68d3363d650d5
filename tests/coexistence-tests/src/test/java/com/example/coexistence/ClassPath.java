package com.example.coexistence;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** The class path of an application, selected from that of the tests. */
final class ClassPath {

    private static final String CONSOLE = "mcp-spring-boot-console";

    private static final List<String> WEBFLUX = List.of(
            "spring-webflux",
            "spring-boot-webflux",
            "spring-boot-starter-webflux",
            "spring-boot-starter-reactor-netty",
            "spring-boot-reactor",
            "spring-boot-http-codec",
            "spring-boot-netty",
            "reactor-",
            "reactive-streams",
            "netty-");

    private static final List<String> MVC = List.of(
            "spring-webmvc",
            "spring-boot-webmvc",
            "spring-boot-starter-webmvc",
            "spring-boot-tomcat",
            "spring-boot-starter-tomcat",
            "spring-boot-servlet",
            "tomcat-",
            "jakarta.servlet");

    private static final List<String> EXTRAS = List.of(
            "spring-security",
            "spring-boot-security",
            "spring-boot-starter-security",
            "spring-boot-actuator",
            "spring-boot-starter-actuator",
            "spring-boot-health",
            "spring-boot-micrometer",
            "spring-boot-starter-micrometer",
            "micrometer-core",
            "micrometer-jakarta9",
            "spring-boot-devtools");

    /** Libraries of the tests, and the starters, whose jars are empty. */
    private static final List<String> NONE = List.of(
            "junit",
            "assertj",
            "mockito",
            "byte-buddy",
            "spring-test",
            "spring-boot-test",
            "mcp-spring-boot-starter",
            CONSOLE);

    private ClassPath() {}

    /**
     * @param extras whether the application has Spring Security, Actuator and DevTools, and with the starter the
     *     console
     * @param starter whether the application has the starter for its stack
     */
    static String of(boolean mvc, boolean extras, boolean starter) throws IOException {
        List<String> library = new ArrayList<>(library(mvc));
        if (extras) {
            library.add(CONSOLE);
        }
        return Stream.of(System.getProperty("java.class.path").split(File.pathSeparator))
                .filter(entry -> library.contains(name(entry))
                        ? starter
                        : !in(NONE, entry) && !in(mvc ? WEBFLUX : MVC, entry) && (extras || !in(EXTRAS, entry)))
                .collect(Collectors.joining(File.pathSeparator));
    }

    /** Returns the names of what a starter adds, which {@code .ci/strangers} compares with packaged applications. */
    private static List<String> library(boolean mvc) throws IOException {
        return Files.readAllLines(Path.of("../../.ci/strangers", (mvc ? "mvc" : "webflux") + "-libraries.txt"));
    }

    private static boolean in(List<String> prefixes, String entry) {
        return prefixes.stream().anyMatch(name(entry)::startsWith);
    }

    /** Returns the name of a library: of its jar without the version, or of the module of this build. */
    private static String name(String entry) {
        Path path = Path.of(entry);
        String file = path.getFileName().toString();
        return file.endsWith(".jar")
                ? file.replaceFirst("(.+)-\\d.*", "$1")
                : path.getParent().getParent().getFileName().toString();
    }
}
