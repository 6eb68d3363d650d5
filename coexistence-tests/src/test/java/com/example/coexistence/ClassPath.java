package com.example.coexistence;

import java.io.File;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** The class path of an application, selected from that of the tests. */
final class ClassPath {

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

    private static final List<String> LIBRARY = List.of("mcp-spring-boot", "jsonschema-", "json-schema-", "itu-");

    private static final List<String> LIBRARY_FOR_MVC = List.of("spring-webflux", "reactor-core", "reactive-streams");

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

    private ClassPath() {}

    /**
     * @param extras whether the application has Spring Security, Actuator and DevTools
     * @param starter whether the application has the starter for its stack
     */
    static String of(boolean mvc, boolean extras, boolean starter) {
        return Stream.of(System.getProperty("java.class.path").split(File.pathSeparator))
                .filter(entry -> !isTestLibrary(entry))
                .filter(entry -> mvc ? starter && in(LIBRARY_FOR_MVC, entry) || !in(WEBFLUX, entry) : !in(MVC, entry))
                .filter(entry -> extras || !in(EXTRAS, entry))
                .filter(entry -> starter || !in(LIBRARY, entry))
                .collect(Collectors.joining(File.pathSeparator));
    }

    private static boolean isTestLibrary(String entry) {
        return in(List.of("junit", "assertj", "mockito", "byte-buddy", "spring-test", "spring-boot-test"), entry);
    }

    private static boolean in(List<String> prefixes, String entry) {
        // A module of this build is a jar, or a directory of classes below the directory of the module.
        Path path = Path.of(entry);
        return prefixes.stream()
                .anyMatch(prefix -> path.getFileName().toString().startsWith(prefix)
                        || prefix.equals("mcp-spring-boot") && entry.contains("mcp-spring-boot-"));
    }
}
