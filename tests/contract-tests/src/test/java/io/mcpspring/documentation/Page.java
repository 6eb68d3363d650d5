package io.mcpspring.documentation;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * A page of the documentation.
 *
 * @param name path of the file within the project, such as {@code docs/how-to/tools.md}
 */
public record Page(Path root, String name, String text) {

    /** A fence, the language after it, and the text up to the next one. */
    private static final Pattern BLOCK = Pattern.compile("(?ms)^```(\\S*)\\n(.*?)^```$");

    private static final Pattern COMMENT = Pattern.compile("(?s)<!--(.*?)-->");

    private static final Pattern HEADING = Pattern.compile("(?m)^#+ (.+)$");

    private static final Pattern TERM = Pattern.compile("`([^`]+)`");

    private static final Pattern LINK = Pattern.compile("\\[[^]]+]\\(([^)\\s]+)\\)");

    /**
     * A fenced block of code.
     *
     * @param line the line of the page on which its first line stands, from 1
     * @param comment the HTML comment on the line before the block; empty if there is none
     */
    public record Block(Page page, int line, String language, String code, String comment) {

        @Override
        public String toString() {
            return page.name + ":" + line;
        }

        /** Whether this is Kotlin of a Gradle build. */
        public boolean isGradle() {
            return language.equals("kotlin") && code.startsWith("// build.gradle.kts");
        }
    }

    /** Returns the README and all pages below {@code docs}. */
    public static List<Page> all() {
        Path root = project();
        try (Stream<Path> files = Files.walk(root.resolve("docs"))) {
            return Stream.concat(
                            Stream.of(root.resolve("README.md")),
                            files.filter(Files::isRegularFile).sorted())
                    .map(file -> of(root, file))
                    .toList();
        } catch (IOException ex) {
            throw new UncheckedIOException(ex);
        }
    }

    /** Returns the page in this file of the project. */
    public static Page of(String name) {
        Path root = project();
        return of(root, root.resolve(name));
    }

    /** Returns all blocks of all pages in one of these languages. */
    public static List<Block> blocks(String... languages) {
        return all().stream()
                .flatMap(page -> page.blocks().stream())
                .filter(block -> Set.of(languages).contains(block.language()))
                .toList();
    }

    private static Page of(Path root, Path file) {
        try {
            return new Page(root, root.relativize(file).toString().replace('\\', '/'), Files.readString(file));
        } catch (IOException ex) {
            throw new UncheckedIOException(ex);
        }
    }

    private static Path project() {
        Path folder = Path.of(System.getProperty("user.dir")).toAbsolutePath();
        while (!Files.exists(folder.resolve("docs")) || !Files.exists(folder.resolve("README.md"))) {
            folder = folder.getParent();
            assertThat(folder)
                    .as("a folder with README.md and docs above the working directory")
                    .isNotNull();
        }
        return folder;
    }

    /** Returns a copy of the page with another text. */
    Page withText(String other) {
        return new Page(root, name, other);
    }

    /** Returns the file. */
    public Path file() {
        return root.resolve(name);
    }

    List<Block> blocks() {
        List<Block> blocks = new ArrayList<>();
        Matcher block = BLOCK.matcher(text);
        while (block.find()) {
            blocks.add(new Block(
                    this, lineOf(block.start(2)), block.group(1), block.group(2), commentBefore(block.start())));
        }
        return blocks;
    }

    /** Returns the HTML comments that begin with this word, without the word. */
    String hidden(String word) {
        return COMMENT.matcher(text)
                .results()
                .map(comment -> comment.group(1).strip())
                .filter(comment -> comment.startsWith(word + "\n"))
                .map(comment -> comment.substring(word.length()))
                .collect(Collectors.joining("\n"));
    }

    /** Returns the anchors of the headings, as GitHub generates them. */
    Set<String> anchors() {
        return HEADING.matcher(prose())
                .results()
                .map(heading -> anchor(heading.group(1)))
                .collect(Collectors.toSet());
    }

    /** Returns the targets of the links, as written. */
    List<String> links() {
        return LINK.matcher(prose()).results().map(link -> link.group(1)).toList();
    }

    /** Returns the number of fences that open or close a block; each block has two. */
    long fences() {
        return text.lines()
                .filter(line -> line.strip().startsWith("```") || line.strip().startsWith("~~~"))
                .count();
    }

    /** Returns the inline code of sentences and tables. */
    List<String> terms() {
        return TERM.matcher(prose()).results().map(term -> term.group(1)).toList();
    }

    @Override
    public String toString() {
        return name;
    }

    private String prose() {
        return COMMENT.matcher(BLOCK.matcher(text).replaceAll("")).replaceAll("");
    }

    private String commentBefore(int position) {
        return COMMENT.matcher(text)
                .results()
                .filter(comment -> comment.end() + 1 == position)
                .findFirst()
                .map((MatchResult comment) -> comment.group(1).strip())
                .orElse("");
    }

    private int lineOf(int position) {
        return (int) text.substring(0, position).lines().count() + 1;
    }

    private static String anchor(String heading) {
        return heading.strip()
                .toLowerCase(Locale.ROOT)
                .replaceAll("[^\\p{L}\\p{N} _-]", "")
                .replace(' ', '-');
    }
}
