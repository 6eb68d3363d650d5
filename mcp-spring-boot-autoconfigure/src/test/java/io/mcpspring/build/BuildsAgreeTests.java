package io.mcpspring.build;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
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

/**
 * Compares the versions, modules and dependencies that the two builds name. {@code .ci/builds-agree} compares what they
 * make.
 */
class BuildsAgreeTests {

    static final Path ROOT = root();

    /** The folders of the modules in the build with Maven, by the names of the modules. */
    private static final Map<String, String> FOLDERS = folders();

    private static final Map<String, String> SCOPES = Map.of(
            "api", "compile",
            "implementation", "compile",
            "compileOnly", "optional",
            "runtimeOnly", "runtime",
            "testImplementation", "test");

    private static final String DEPENDENCIES = "/project/dependencies/dependency";

    private static final String MANAGED = "/project/dependencyManagement/dependencies/dependency";

    @Test
    void theBuildsHaveTheSameVersions() {
        Map<String, String> inGradle = matches("^([\\w-]+) = \"(.+)\"$", "gradle/libs.versions.toml")
                .collect(Collectors.toMap(match -> match.group(1), match -> match.group(2)));
        Map<String, String> inMaven = select("pom.xml", "/project/properties/*[contains(name(), '.version')]")
                .collect(Collectors.toMap(
                        version -> version.getNodeName().replace(".version", ""), Node::getTextContent));
        assertThat(inGradle).isNotEmpty().isEqualTo(inMaven);
    }

    @Test
    void theBuildsHaveTheSameModules() {
        assertThat(modules()).isNotEmpty().containsExactlyElementsOf(FOLDERS.keySet());
    }

    @Test
    void theBuildsHaveTheSameCoordinates() {
        assertThat(matches("^ +(?:group|version) = \"(.+)\"$", "build.gradle.kts")
                        .map(match -> match.group(1)))
                .isEqualTo(texts("pom.xml", "/project/groupId | /project/version"));
    }

    @ParameterizedTest
    @MethodSource("modules")
    void aModuleHasTheSameDependenciesInEveryScope(String module) {
        Map<String, String> libraries = matches("^([\\w-]+) = \\{ module = \"(.+?)\"", "gradle/libs.versions.toml")
                .collect(Collectors.toMap(match -> match.group(1).replace('-', '.'), match -> match.group(2)));
        List<String> inGradle = matches(
                        "^ +(\\w+)\\((?:libs\\.([\\w.]+)|project\\(\":(.+)\"\\))\\)",
                        folder(module) + "build.gradle.kts")
                .filter(match -> SCOPES.containsKey(match.group(1)))
                .map(match -> SCOPES.get(match.group(1)) + " "
                        + (match.group(2) == null ? "io.mcpspring:" + match.group(3) : libraries.get(match.group(2))))
                .toList();
        List<String> inMaven = select(folder(module) + "pom.xml", DEPENDENCIES + " | " + MANAGED)
                .map(dependency ->
                        scope(dependency) + " " + text(dependency, "groupId") + ":" + text(dependency, "artifactId"))
                .toList();
        assertThat(inGradle).isNotEmpty().containsExactlyInAnyOrderElementsOf(inMaven);
    }

    @Test
    void theBomHasEveryPublishedModule() {
        assertThat(texts(folder("mcp-spring-boot-bom") + "pom.xml", MANAGED + "/artifactId"))
                .containsExactlyInAnyOrderElementsOf(modules()
                        .filter(module -> !module.equals("mcp-spring-boot-bom"))
                        .filter(module -> texts(folder(module) + "pom.xml", "/project/properties/maven.deploy.skip")
                                .isEmpty())
                        .toList());
    }

    static Stream<String> modules() {
        return matches("^include\\(\"(.+)\"\\)$", "settings.gradle.kts").map(match -> match.group(1));
    }

    /** Returns the folder of a module, with a slash at its end. */
    static String folder(String module) {
        return FOLDERS.get(module);
    }

    private static Map<String, String> folders() {
        Map<String, String> folders = new LinkedHashMap<>();
        texts("pom.xml", "/project/modules/module")
                .forEach(folder -> folders.put(
                        texts(folder + "/pom.xml", "/project/artifactId").get(0), folder + "/"));
        return folders;
    }

    private static Path root() {
        Path folder = Path.of("").toAbsolutePath();
        while (!Files.exists(folder.resolve("settings.gradle.kts"))) {
            folder = folder.getParent();
            assertThat(folder)
                    .as("a folder with settings.gradle.kts above the working directory")
                    .isNotNull();
        }
        return folder;
    }

    private static Stream<MatchResult> matches(String regex, String file) {
        try {
            String text = Files.readString(ROOT.resolve(file)).replace("\r\n", "\n");
            return Pattern.compile(regex, Pattern.MULTILINE).matcher(text).results();
        } catch (IOException ex) {
            throw new UncheckedIOException(ex);
        }
    }

    private static String scope(Node dependency) {
        String scope = text(dependency, "optional").equals("true") ? "optional" : text(dependency, "scope");
        return scope.isEmpty() ? "compile" : scope;
    }

    private static String text(Node node, String name) {
        return select(node, name).map(Node::getTextContent).findFirst().orElse("");
    }

    private static List<String> texts(String file, String path) {
        return select(file, path).map(Node::getTextContent).toList();
    }

    private static Stream<Node> select(String file, String path) {
        try {
            DocumentBuilderFactory factory = DocumentBuilderFactory.newDefaultInstance();
            return select(factory.newDocumentBuilder().parse(ROOT.resolve(file).toFile()), path);
        } catch (Exception ex) {
            throw new IllegalStateException("Cannot read " + file, ex);
        }
    }

    private static Stream<Node> select(Node node, String path) {
        try {
            NodeList nodes = (NodeList)
                    XPathFactory.newDefaultInstance().newXPath().evaluate(path, node, XPathConstants.NODESET);
            return IntStream.range(0, nodes.getLength()).mapToObj(nodes::item);
        } catch (XPathExpressionException ex) {
            throw new IllegalArgumentException(path, ex);
        }
    }
}
