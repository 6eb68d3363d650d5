package io.mcpspring.build;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Predicate;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/**
 * Each file is in the folder of its package: otherwise Maven would compile the whole module for each build.
 *
 * <p>No line is longer than {@code .editorconfig} allows, except imports. The formatter breaks code, but neither
 * comments nor strings. Strings in tests may be longer, for instance rows of a table, and texts that are compared
 * completely.
 */
class JavaFilesTests {

    private static final Pattern PACKAGE = Pattern.compile("^package ([\\w.]+);$", Pattern.MULTILINE);

    private static final Pattern LIMIT = Pattern.compile("^max_line_length = (\\d+)$", Pattern.MULTILINE);

    private static final Pattern STRING = Pattern.compile("\"(\\\\.|[^\"\\\\])*\"");

    private static final String TEXT_BLOCK = "\"\"\"";

    @Test
    void eachFileIsInTheFolderOfItsPackage() throws IOException {
        List<Path> misplaced = new ArrayList<>();
        for (Path file : files(path -> path.contains("/java/"))) {
            Matcher declared = PACKAGE.matcher(Files.readString(file));
            if (declared.find() && !file.getParent().endsWith(declared.group(1).replace('.', '/'))) {
                misplaced.add(BuildsAgreeTests.ROOT.relativize(file));
            }
        }
        assertThat(misplaced).isEmpty();
    }

    /** The fuzzer looks for them by the name of the class, and runs none if there are none. */
    @Test
    void eachFolderOfInputsBelongsToAFuzzTest() throws IOException {
        Path tests = BuildsAgreeTests.ROOT.resolve("tests/fuzz-tests/src/test");
        Path resources = tests.resolve("resources");
        try (Stream<Path> all = Files.walk(resources)) {
            assertThat(all.map(folder -> resources.relativize(folder).toString())
                            .filter(folder -> folder.endsWith("Inputs")))
                    .isNotEmpty()
                    .allSatisfy(
                            folder -> assertThat(tests.resolve("java").resolve(folder.replaceAll("Inputs$", ".java")))
                                    .exists());
        }
    }

    @Test
    void mainCodeKeepsTheLimit() throws IOException {
        assertThat(tooLong(files(path -> path.contains("/src/main/java/") || path.contains("/.ci/")), false))
                .isEmpty();
    }

    @Test
    void testsKeepTheLimitOutsideOfStrings() throws IOException {
        assertThat(tooLong(files(path -> path.contains("/src/test/java/")), true))
                .isEmpty();
    }

    private static List<Path> files(Predicate<String> chosen) throws IOException {
        List<Path> files = new ArrayList<>();
        List<Path> folders = Stream.concat(
                        BuildsAgreeTests.modules().map(module -> BuildsAgreeTests.folder(module) + "src"),
                        Stream.of(".ci"))
                .map(BuildsAgreeTests.ROOT::resolve)
                .filter(Files::exists)
                .toList();
        for (Path folder : folders) {
            try (Stream<Path> all = Files.walk(folder)) {
                all.filter(file -> file.toString().endsWith(".java"))
                        .filter(file -> chosen.test(file.toUri().getPath()))
                        .forEach(files::add);
            }
        }
        assertThat(files).isNotEmpty();
        return files;
    }

    private static List<String> tooLong(List<Path> files, boolean withoutStrings) throws IOException {
        Matcher limit = LIMIT.matcher(Files.readString(BuildsAgreeTests.ROOT.resolve(".editorconfig")));
        assertThat(limit.find()).isTrue();
        int max = Integer.parseInt(limit.group(1));
        List<String> tooLong = new ArrayList<>();
        for (Path file : files) {
            boolean inText = false;
            int number = 0;
            for (String line : Files.readAllLines(file)) {
                number++;
                boolean ofText = inText || line.contains(TEXT_BLOCK);
                inText ^= line.split(TEXT_BLOCK, -1).length % 2 == 0;
                String code =
                        withoutStrings ? STRING.matcher(ofText ? "" : line).replaceAll("") : line;
                if (code.length() > max && !line.startsWith("import ")) {
                    tooLong.add(BuildsAgreeTests.ROOT.relativize(file) + ":" + number);
                }
            }
        }
        return tooLong;
    }
}
