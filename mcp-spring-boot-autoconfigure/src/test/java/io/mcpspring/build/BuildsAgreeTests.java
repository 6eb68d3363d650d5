package io.mcpspring.build;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import javax.xml.parsers.DocumentBuilderFactory;
import javax.xml.xpath.XPathConstants;
import javax.xml.xpath.XPathExpressionException;
import javax.xml.xpath.XPathFactory;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.w3c.dom.Node;
import org.w3c.dom.NodeList;

/** Compares the Gradle build with the Maven build. */
class BuildsAgreeTests {

    static final Path ROOT = root();

    private static final String BOM = "mcp-spring-boot-bom";

    private static final String HOME = "home.url";

    private static final Gradle GRADLE = new Gradle(ROOT);

    private static final Maven MAVEN = new Maven(ROOT);

    @Test
    void theBuildsHaveTheSameVersions() {
        assertThat(GRADLE.versions()).isNotEmpty().isEqualTo(MAVEN.versions());
    }

    @Test
    void everyLibraryHasTheSameVersion() {
        Map<String, String> inGradle = GRADLE.libraries();
        Map<String, String> inMaven = new TreeMap<>();
        inGradle.keySet().forEach(library -> inMaven.put(library, MAVEN.versionOf(library)));

        assertThat(inGradle).isNotEmpty().isEqualTo(inMaven);
        assertThat(inGradle).containsKeys(MAVEN.managedLibraries().toArray(String[]::new));
    }

    @Test
    void thePluginsOfSpringBootHaveTheSameVersion() {
        assertThat(GRADLE.pluginVersion("org.springframework.boot"))
                .isEqualTo(MAVEN.pluginVersion("spring-boot-maven-plugin"))
                .isEqualTo("spring-boot");
    }

    @Test
    void theBuildsHaveTheSameModules() {
        assertThat(GRADLE.modules()).isNotEmpty().isEqualTo(MAVEN.modules());
    }

    @Test
    void theBuildsHaveTheSameCoordinates() {
        assertThat(GRADLE.group()).isEqualTo(MAVEN.group());
        assertThat(GRADLE.version()).isEqualTo(MAVEN.version());
        assertThat(GRADLE.name()).isEqualTo(MAVEN.name());
    }

    @Test
    void theCompilerHasTheSameFlags() {
        assertThat(GRADLE.compilerFlags()).isNotEmpty().isEqualTo(MAVEN.compilerFlags());
    }

    @Test
    void theCodeIsFormattedByTheSameRules() {
        assertThat(GRADLE.format()).isNotEmpty().isEqualTo(MAVEN.format());
    }

    @ParameterizedTest
    @MethodSource("modules")
    void theCodeOfAModuleHasTheSameChecks(String module) {
        assertThat(GRADLE.module(module).compiler())
                .isEqualTo(MAVEN.module(module).compiler());
    }

    @Test
    void theCodeOfTheLibraryIsChecked() {
        assertThat(List.of("mcp-spring-boot-autoconfigure", "mcp-spring-boot-test"))
                .allSatisfy(
                        module -> assertThat(MAVEN.module(module).compiler()).isNotEmpty());
    }

    @Test
    void theTestsRunWithTheSameFlagsOnTheSameJdks() {
        assertThat(GRADLE.testFlags()).isNotEmpty().isEqualTo(MAVEN.testFlags());
    }

    @Test
    void theJavadocHasTheSameSourcesAndChecks() {
        assertThat(GRADLE.javadoc()).doesNotContainValue(List.of()).isEqualTo(MAVEN.javadoc());
    }

    @Test
    void everyJarHasTheSameAdditionalFiles() {
        assertThat(GRADLE.metaInf()).isNotEmpty().isEqualTo(MAVEN.metaInf());
    }

    @ParameterizedTest
    @MethodSource("modules")
    void aJarHasTheSameManifestEntries(String module) {
        assertThat(GRADLE.module(module).manifest())
                .isEqualTo(MAVEN.module(module).manifest());
    }

    @ParameterizedTest
    @MethodSource("modules")
    void aModuleHasTheSameCoordinates(String module) {
        assertThat(MAVEN.module(module).coordinates())
                .isEqualTo(GRADLE.group() + ":" + module + ":" + GRADLE.version());
    }

    @ParameterizedTest
    @MethodSource("modules")
    void aModuleHasTheSameDescription(String module) {
        assertThat(GRADLE.module(module).description())
                .isNotEmpty()
                .isEqualTo(MAVEN.module(module).description());
        assertThat(GRADLE.module(module).published())
                .isEqualTo(MAVEN.module(module).published());
    }

    @Test
    void theBuildsPublishTheSameMetadata() {
        assertThat(GRADLE.metadata()).doesNotContainValue("").isEqualTo(MAVEN.metadata());
    }

    @Test
    void theBomHasEveryPublishedModule() {
        assertThat(MAVEN.module(BOM).dependencies().get("managed"))
                .containsExactlyInAnyOrderElementsOf(modules().stream()
                        .filter(module -> !module.equals(BOM))
                        .filter(module -> MAVEN.module(module).published())
                        .map(module -> MAVEN.group() + ":" + module)
                        .toList());
    }

    @ParameterizedTest
    @MethodSource("modules")
    void everyPublishedJarNamesItsModule(String module) {
        Module published = MAVEN.module(module);
        assertThat(published.manifest().containsKey("Automatic-Module-Name"))
                .isEqualTo(published.published() && !module.equals(BOM));
    }

    @ParameterizedTest
    @MethodSource("modules")
    void aModuleHasTheSameDependenciesInEveryScope(String module) {
        assertThat(GRADLE.module(module).dependencies())
                .isNotEmpty()
                .isEqualTo(MAVEN.module(module).dependencies());
    }

    @ParameterizedTest
    @MethodSource("modules")
    void aModuleExcludesTheSameTransitiveDependencies(String module) {
        assertThat(GRADLE.module(module).exclusions())
                .isEqualTo(MAVEN.module(module).exclusions());
    }

    @ParameterizedTest
    @MethodSource("modules")
    void theTestsOfAModuleRunInTheSameNumberOfProcesses(String module) {
        assertThat(GRADLE.module(module).testProcesses())
                .isEqualTo(MAVEN.module(module).testProcesses());
    }

    @ParameterizedTest
    @MethodSource("modules")
    void anApplicationHasTheSameMainClassAndJar(String module) {
        assertThat(GRADLE.module(module).application())
                .isEqualTo(MAVEN.module(module).application());
    }

    static List<String> modules() {
        return GRADLE.modules();
    }

    /** Returns the folders with Java files: those of the modules and of the scripts. */
    static List<Path> sources() {
        return Stream.concat(modules().stream().map(module -> module + "/src"), Stream.of(".ci"))
                .map(ROOT::resolve)
                .filter(Files::exists)
                .toList();
    }

    private static Path root() {
        Path folder = Path.of(System.getProperty("user.dir")).toAbsolutePath();
        while (!Files.exists(folder.resolve("settings.gradle.kts"))) {
            folder = folder.getParent();
            assertThat(folder)
                    .as("a folder with settings.gradle.kts above the working directory")
                    .isNotNull();
        }
        return folder;
    }

    private static String read(Path file) {
        try {
            return Files.readString(file).replace("\r\n", "\n");
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static Stream<MatchResult> matches(String regex, String text) {
        return Pattern.compile(regex, Pattern.MULTILINE).matcher(text).results();
    }

    /** Returns the groups of the first match, or empty strings. */
    private static List<String> find(String regex, String text) {
        int groups = Pattern.compile(regex).matcher("").groupCount();
        return matches(regex, text)
                .findFirst()
                .map(match ->
                        IntStream.rangeClosed(1, groups).mapToObj(match::group).toList())
                .orElseGet(() ->
                        IntStream.rangeClosed(1, groups).mapToObj(group -> "").toList());
    }

    /**
     * A module, independent of the build.
     *
     * @param dependencies {@code group:artifact} by scope
     * @param exclusions {@code group:artifact} by the dependency that depends on it
     * @param manifest the configured entries of the manifest of its jar
     * @param compiler the flags that it adds for the compiler, and for the JVM of the compiler
     * @param application main class and name of the jar, both empty for a library
     * @param testProcesses the number of processes that run its tests, empty for that of all modules
     */
    private record Module(
            String coordinates,
            String description,
            boolean published,
            Map<String, Set<String>> dependencies,
            Map<String, Set<String>> exclusions,
            Map<String, String> manifest,
            List<String> compiler,
            List<String> application,
            String testProcesses) {}

    /** The Gradle build, read line by line, which suffices for the simple syntax of its files. */
    private record Gradle(Path root, String settings, String properties, String build, String catalog) {

        private static final Map<String, String> SCOPES = Map.of(
                "api", "compile",
                "implementation", "compile",
                "compileOnly", "optional",
                "runtimeOnly", "runtime",
                "testImplementation", "test",
                "testRuntimeOnly", "test",
                "annotationProcessor", "processor");

        Gradle(Path root) {
            this(
                    root,
                    read(root.resolve("settings.gradle.kts")),
                    read(root.resolve("gradle.properties")),
                    read(root.resolve("build.gradle.kts")),
                    read(root.resolve("gradle/libs.versions.toml")));
        }

        Map<String, String> versions() {
            Map<String, String> versions = new TreeMap<>();
            matches("^([\\w-]+) = \"(.+)\"$", section("versions"))
                    .forEach(match -> versions.put(match.group(1), match.group(2)));
            return versions;
        }

        /** Returns the name of the version of each library; Spring Boot manages versions that are not given. */
        Map<String, String> libraries() {
            Map<String, String> libraries = new TreeMap<>();
            aliases().values().forEach(library -> {
                String version = find("\"" + Pattern.quote(library) + "\", version.ref = \"(.+?)\"", catalog)
                        .get(0);
                libraries.put(library, version.isEmpty() ? "spring-boot" : version);
            });
            return libraries;
        }

        String pluginVersion(String id) {
            return find("id = \"" + Pattern.quote(id) + "\", version.ref = \"(.+?)\"", section("plugins"))
                    .get(0);
        }

        List<String> modules() {
            return matches("^include\\(\"(.+)\"\\)$", settings)
                    .map(match -> match.group(1))
                    .toList();
        }

        String group() {
            return find("^    group = \"(.+)\"$", build).get(0);
        }

        String version() {
            return find("^    version = \"(.+)\"$", build).get(0);
        }

        String name() {
            return find("^rootProject.name = \"(.+)\"$", settings).get(0);
        }

        Set<String> compilerFlags() {
            Set<String> flags = new TreeSet<>();
            String arguments = find("options\\.compilerArgs\\.addAll\\(listOf\\((.+)\\)\\)", build)
                    .get(0);
            matches("\"(.+?)\"", arguments).forEach(match -> flags.add(match.group(1)));
            flags.add("--release " + find("options\\.release = (\\d+)", build).get(0));
            flags.add(
                    "-encoding " + find("options\\.encoding = \"(.+)\"", build).get(0));
            return flags;
        }

        /** The files that are formatted, the formatter, and whether it formats Javadoc. */
        List<String> format() {
            List<String> format = new ArrayList<>();
            matches("\"(.+?)\"", find("target\\((.+)\\)", build).get(0)).forEach(match -> format.add(match.group(1)));
            format.addAll(find("libs\\.versions\\.(.+)\\.get\\(\\)\\)\\.formatJavadoc\\((.+)\\)", build));
            return format;
        }

        Map<String, String> testFlags() {
            Map<String, String> flags = new TreeMap<>();
            String conditional = "if \\(JavaVersion\\.current\\(\\)\\.isCompatibleWith\\("
                    + "JavaVersion\\.VERSION_(\\d+)\\)\\) \\{\\s+jvmArgs\\(\"(.+)\"\\)\\s+\\}";
            matches(conditional, build).forEach(match -> flags.put(match.group(2), match.group(1)));
            flags.put("-Xms" + find("minHeapSize = \"(.+)\"", build).get(0), "any");
            flags.put("-Xmx" + find("maxHeapSize = \"(.+)\"", build).get(0), "any");
            flags.put("processes: " + find("maxParallelForks = (\\d+)", build).get(0), "any");
            matches("jvmArgs\\(\"(.+)\"\\)", build.replaceAll(conditional, ""))
                    .forEach(match -> flags.put(match.group(1), "any"));
            return flags;
        }

        Map<String, List<String>> javadoc() {
            Map<String, List<String>> javadoc = new TreeMap<>();
            for (String patterns : List.of("include", "exclude")) {
                String arguments = find(" " + patterns + "\\(\\s+((?:\".+\",\\s+)+)\\)", build)
                        .get(0);
                javadoc.put(
                        patterns,
                        matches("\"(.+)\"", arguments)
                                .map(match -> match.group(1))
                                .toList());
            }
            javadoc.put("doclint", find("\"Xdoclint:(.+)\", true", build));
            javadoc.put("fails", List.of(String.valueOf(build.contains("addBooleanOption(\"Werror\", true)"))));
            return javadoc;
        }

        Set<String> metaInf() {
            return Set.of(find("metaInf \\{\\s+from\\(rootProject\\.file\\(\"(.+)\"\\)\\)", build)
                    .get(0));
        }

        /** Returns the metadata of every published module by the names of its elements. */
        Map<String, String> metadata() {
            Map<String, String> metadata = new TreeMap<>();
            metadata.put(HOME, find("(?m)^home\\.url=(.+)$", properties).get(0));
            List<String> path = new ArrayList<>();
            String pom = find(" pom \\{\n((?s:.*?))\n            \\}\n", build).get(0);
            for (String line : pom.split("\n")) {
                List<String> assignment = find("^(\\w+) = (.+)$", line.strip());
                if (line.endsWith(" {")) {
                    path.add(line.strip().replace(" {", "/"));
                } else if (line.endsWith("}")) {
                    path.remove(path.size() - 1);
                } else {
                    String value = assignment.get(1).replaceAll("^home$|\\$home\\b", "\\${" + HOME + "}");
                    metadata.put(String.join("", path) + assignment.get(0), value.replace("\"", ""));
                }
            }
            return metadata;
        }

        Module module(String name) {
            String script = read(root.resolve(name).resolve("build.gradle.kts"));
            Map<String, Set<String>> dependencies = new TreeMap<>();
            Map<String, Set<String>> exclusions = new TreeMap<>();
            boolean managed = false;
            String dependency = "";
            for (String line :
                    find("\ndependencies \\{\n((?s:.*?))\n\\}", script).get(0).split("\n")) {
                String statement = line.strip();
                List<String> declared = find("^(\\w+)\\((.+?\\)?)\\)( \\{)?$", statement);
                List<String> excluded = find("^exclude\\(group = \"(.+)\", module = \"(.+)\"\\)$", statement);
                if (!excluded.get(0).isEmpty()) {
                    exclusions
                            .computeIfAbsent(dependency, key -> new TreeSet<>())
                            .add(String.join(":", excluded));
                } else if (SCOPES.containsKey(declared.get(0))) {
                    dependency = library(declared.get(1));
                    String scope = managed ? "managed" : SCOPES.get(declared.get(0));
                    dependencies.computeIfAbsent(scope, key -> new TreeSet<>()).add(dependency);
                } else if (statement.equals("constraints {")) {
                    managed = true;
                } else {
                    assertThat(statement)
                            .as("a line among the dependencies of %s", name)
                            .matches("|//.*|\\}");
                }
            }
            return new Module(
                    group() + ":" + name + ":" + version(),
                    find("(?m)^description = \"(.+)\"$", script).get(0),
                    script.contains("`maven-publish`"),
                    dependencies,
                    exclusions,
                    manifest(script),
                    compiler(script),
                    List.of(
                            find("mainClass = \"(.+)\"", script).get(0),
                            find("archiveFileName = \"(.+)\"", script).get(0)),
                    find("maxParallelForks = (\\d+)", script).get(0));
        }

        private static List<String> compiler(String script) {
            String jspecify = find("val jspecify = .+VERSION_(\\d+)", script).get(0);
            return Stream.of("options\\.compilerArgs", "options\\.forkOptions\\.jvmArgs!!")
                    .map(list -> find(list + "\\.addAll\\(\n((?s:.*?))\n    \\)", script)
                            .get(0)
                            .replaceAll("\" \\+\\s+\"", ""))
                    .flatMap(list -> matches("\"(.+)\"", list).map(match -> match.group(1)))
                    .map(flag -> flag.replace("$jspecify", "from " + jspecify))
                    .toList();
        }

        private static Map<String, String> manifest(String script) {
            Map<String, String> manifest = new TreeMap<>();
            matches("attributes\\(\"(.+)\" to \"(.+)\"\\)", script)
                    .forEach(match -> manifest.put(match.group(1), match.group(2)));
            return manifest;
        }

        /** Returns group and artifact of {@code libs.some.alias} or {@code project(":name")}. */
        private String library(String notation) {
            List<String> project = find("^project\\(\":(.+)\"\\)$", notation);
            String library = project.get(0).isEmpty()
                    ? aliases().get(notation.replaceFirst("^libs\\.", ""))
                    : group() + ":" + project.get(0);
            assertThat(library).as("what %s stands for", notation).isNotNull();
            return library;
        }

        /** Group and artifact of each library by its alias, written as in a build script. */
        private Map<String, String> aliases() {
            Map<String, String> aliases = new TreeMap<>();
            matches("^([\\w-]+) = \\{ module = \"(.+?)\"", section("libraries"))
                    .forEach(match -> aliases.put(match.group(1).replace('-', '.'), match.group(2)));
            return aliases;
        }

        private String section(String name) {
            return find("\\[" + name + "\\]\n((?s:.*?))(?:\n\\[|\\z)", catalog).get(0);
        }
    }

    /** The Maven build. */
    private record Maven(Path root, Node pom) {

        private static final String MANAGED = "/project/dependencyManagement/dependencies/dependency";

        Maven(Path root) {
            this(root, parse(root.resolve("pom.xml")));
        }

        Map<String, String> versions() {
            Map<String, String> versions = new TreeMap<>();
            select(pom, "/project/properties/*").stream()
                    .filter(property -> property.getNodeName().endsWith(".version"))
                    .forEach(property -> versions.put(
                            property.getNodeName().replaceFirst("\\.version$", ""), property.getTextContent()));
            return versions;
        }

        /** Returns the dependencies whose version the parent manages, without the modules. */
        List<String> managedLibraries() {
            return select(pom, MANAGED + "[not(scope = 'import')]").stream()
                    .map(Maven::library)
                    .filter(library -> !library.startsWith(group() + ":"))
                    .toList();
        }

        /**
         * Returns the name of the version of a library: that of its entry, of a BOM of its group, or of Spring Boot.
         */
        String versionOf(String library) {
            String[] coordinates = library.split(":");
            String ofGroup = MANAGED + "[groupId = '" + coordinates[0] + "']";
            return Stream.of(ofGroup + "[artifactId = '" + coordinates[1] + "']", ofGroup + "[scope = 'import']")
                    .map(candidate -> propertyName(text(pom, candidate + "/version")))
                    .filter(version -> !version.isEmpty())
                    .findFirst()
                    .orElse("spring-boot");
        }

        String pluginVersion(String artifact) {
            return propertyName(text(pom, "//pluginManagement//plugin[artifactId = '" + artifact + "']/version"));
        }

        List<String> modules() {
            return select(pom, "/project/modules/module").stream()
                    .map(Node::getTextContent)
                    .toList();
        }

        Map<String, String> metadata() {
            Map<String, String> metadata = new TreeMap<>();
            metadata.put(HOME, property(HOME));
            List<String> elements = List.of("url", "inceptionYear", "licenses", "developers", "scm");
            for (String element : elements) {
                addLeaves(select(pom, "/project/" + element).get(0), "", metadata);
            }
            return metadata;
        }

        private static void addLeaves(Node element, String path, Map<String, String> leaves) {
            String name = path + element.getNodeName();
            List<Node> children = select(element, "*");
            children.forEach(child -> addLeaves(child, name + "/", leaves));
            if (children.isEmpty()) {
                leaves.put(name, element.getTextContent());
            }
        }

        String group() {
            return text(pom, "/project/groupId");
        }

        String version() {
            return text(pom, "/project/version");
        }

        String name() {
            return text(pom, "/project/artifactId");
        }

        Set<String> compilerFlags() {
            Set<String> flags = new TreeSet<>();
            select(pom, "//plugin[artifactId = 'maven-compiler-plugin']/configuration/compilerArgs/arg")
                    .forEach(argument -> flags.add(argument.getTextContent()));
            if (property("maven.compiler.parameters").equals("true")) {
                flags.add("-parameters");
            }
            flags.add("--release " + property("maven.compiler.release"));
            flags.add("-encoding " + property("project.build.sourceEncoding"));
            return flags;
        }

        List<String> format() {
            String spotless = "//pluginManagement//plugin[artifactId = 'spotless-maven-plugin']/configuration/java";
            List<String> format = new ArrayList<>();
            select(pom, spotless + "/includes/include").forEach(files -> format.add(files.getTextContent()));
            format.add(propertyName(text(pom, spotless + "/palantirJavaFormat/version"))
                    .replace('-', '.'));
            format.add(text(pom, spotless + "/palantirJavaFormat/formatJavadoc"));
            return format;
        }

        Map<String, String> testFlags() {
            Map<String, String> flags = new TreeMap<>();
            String surefire = "//plugin[artifactId = 'maven-surefire-plugin']/configuration/";
            flags.put("processes: " + text(pom, surefire + "forkCount"), "any");
            String line = text(pom, surefire + "argLine");
            for (String argument : line.split(" ")) {
                if (argument.startsWith("${")) {
                    String property = propertyReference(argument);
                    String profile = "//profile[properties/" + property + "]";
                    String jdk = text(pom, profile + "/activation/jdk").replaceAll("\\D", "");
                    flags.put(text(pom, profile + "/properties/" + property), jdk);
                } else {
                    flags.put(argument, "any");
                }
            }
            return flags;
        }

        Map<String, List<String>> javadoc() {
            String configuration = "//plugin[artifactId = 'maven-javadoc-plugin']/configuration/";
            Map<String, List<String>> javadoc = new TreeMap<>();
            javadoc.put("include", texts(configuration + "sourceFileIncludes/include"));
            javadoc.put("exclude", texts(configuration + "sourceFileExcludes/exclude"));
            javadoc.put("doclint", texts(configuration + "doclint"));
            javadoc.put("fails", texts(configuration + "failOnWarnings"));
            return javadoc;
        }

        private List<String> texts(String path) {
            return select(pom, path).stream().map(Node::getTextContent).toList();
        }

        Set<String> metaInf() {
            Set<String> files = new TreeSet<>();
            select(pom, "/project/build/resources/resource[targetPath = 'META-INF']/includes/include")
                    .forEach(file -> files.add(file.getTextContent()));
            return files;
        }

        Module module(String name) {
            Node module = parse(root.resolve(name).resolve("pom.xml"));
            Map<String, Set<String>> dependencies = new TreeMap<>();
            Map<String, Set<String>> exclusions = new TreeMap<>();
            for (Node dependency : select(module, "/project/dependencies/dependency")) {
                dependencies
                        .computeIfAbsent(scope(dependency), key -> new TreeSet<>())
                        .add(library(dependency));
                Set<String> excluded = exclusions(dependency);
                if (!excluded.isEmpty()) {
                    exclusions.put(library(dependency), excluded);
                }
            }
            select(module, MANAGED)
                    .forEach(dependency -> dependencies
                            .computeIfAbsent("managed", key -> new TreeSet<>())
                            .add(library(dependency)));
            select(module, "//annotationProcessorPaths/path")
                    .forEach(processor -> dependencies
                            .computeIfAbsent("processor", key -> new TreeSet<>())
                            .add(library(processor)));
            Map<String, String> manifest = new TreeMap<>();
            select(module, "//manifestEntries/*")
                    .forEach(entry -> manifest.put(entry.getNodeName(), entry.getTextContent()));
            String jar = text(module, "/project/build/finalName");
            return new Module(
                    text(module, "/project/parent/groupId") + ":" + text(module, "/project/artifactId") + ":"
                            + text(module, "/project/parent/version"),
                    text(module, "/project/description"),
                    isPublished(module),
                    dependencies,
                    exclusions,
                    manifest,
                    compiler(module),
                    List.of(text(module, "//mainClass"), jar.isEmpty() ? "" : jar + ".jar"),
                    text(module, "//plugin[artifactId = 'maven-surefire-plugin']/configuration/forkCount"));
        }

        private List<String> compiler(Node module) {
            String profile = "//profile[properties/nullaway.jspecify]/activation/jdk";
            String jspecify = "from " + text(pom, profile).replaceAll("\\D", "");
            List<String> flags = new ArrayList<>();
            select(module, "//execution[id = 'default-compile']/configuration/compilerArgs/arg")
                    .forEach(flag -> flags.add(flag.getTextContent().replace("${nullaway.jspecify}", jspecify)));
            if (flags.stream().anyMatch(flag -> flag.startsWith("-Xplugin:ErrorProne"))) {
                read(root.resolve(".mvn/jvm.config")).lines().forEach(flags::add);
            }
            return flags;
        }

        /** Whether the module is installed and deployed, with sources and Javadoc. */
        private static boolean isPublished(Node module) {
            Set<String> skipped = new TreeSet<>();
            Stream.of("install", "deploy", "source", "javadoc")
                    .forEach(plugin -> skipped.add(text(module, "/project/properties/maven." + plugin + ".skip")));
            assertThat(skipped).isIn(Set.of(""), Set.of("true"));
            return skipped.contains("");
        }

        private static String scope(Node dependency) {
            if (text(dependency, "optional").equals("true")) {
                return "optional";
            }
            String scope = text(dependency, "scope");
            return scope.isEmpty() ? "compile" : scope;
        }

        /** Returns the exclusions of the dependency and those that the parent adds to it. */
        private Set<String> exclusions(Node dependency) {
            String managed = MANAGED + "[groupId = '" + text(dependency, "groupId") + "' and artifactId = '"
                    + text(dependency, "artifactId") + "']";
            Set<String> exclusions = new TreeSet<>();
            List<Node> all = new ArrayList<>(select(dependency, "exclusions/exclusion"));
            all.addAll(select(pom, managed + "/exclusions/exclusion"));
            all.forEach(exclusion -> exclusions.add(library(exclusion)));
            return exclusions;
        }

        private String property(String name) {
            return text(pom, "/project/properties/" + name);
        }

        private static String propertyReference(String reference) {
            return find("^\\$\\{(.+)\\}$", reference).get(0);
        }

        private static String propertyName(String reference) {
            return propertyReference(reference).replaceFirst("\\.version$", "");
        }

        private static String library(Node node) {
            return text(node, "groupId") + ":" + text(node, "artifactId");
        }

        private static Node parse(Path file) {
            try {
                return DocumentBuilderFactory.newDefaultInstance()
                        .newDocumentBuilder()
                        .parse(file.toFile());
            } catch (Exception e) {
                throw new IllegalStateException("Cannot read " + file, e);
            }
        }

        private static List<Node> select(Node node, String path) {
            try {
                NodeList nodes = (NodeList)
                        XPathFactory.newDefaultInstance().newXPath().evaluate(path, node, XPathConstants.NODESET);
                return IntStream.range(0, nodes.getLength())
                        .mapToObj(nodes::item)
                        .toList();
            } catch (XPathExpressionException e) {
                throw new IllegalArgumentException(path, e);
            }
        }

        /** Returns the text of the first node, or an empty string. */
        private static String text(Node node, String path) {
            return select(node, path).stream()
                    .findFirst()
                    .map(Node::getTextContent)
                    .map(String::strip)
                    .orElse("");
        }
    }
}
