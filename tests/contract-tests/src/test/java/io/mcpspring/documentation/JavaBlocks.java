package io.mcpspring.documentation;

import com.sun.source.util.JavacTask;
import io.mcpspring.documentation.Page.Block;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import javax.tools.Diagnostic;
import javax.tools.DiagnosticCollector;
import javax.tools.JavaCompiler;
import javax.tools.JavaFileObject;
import javax.tools.SimpleJavaFileObject;
import javax.tools.ToolProvider;

/**
 * Compiles the Java of pages. A block holds types, members of a class, or statements. It uses the imports of the
 * earlier blocks of its page, and the members that the page declares in a comment that begins with {@code java}, for
 * code of the example's application that the page does not show. That comment has its own imports, so that the reader
 * sees all imports of a block.
 */
final class JavaBlocks {

    private static final Pattern IMPORT = Pattern.compile("(?m)^import [^;]+;$");

    private static final Pattern PACKAGE = Pattern.compile("(?m)^package [^;]+;$");

    private static final List<String> OPTIONS = List.of("-proc:none", "-parameters", "-Xlint:-options");

    private final JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();

    private final Map<String, Unit> units = new LinkedHashMap<>();

    /** Returns the lines before the code of the block: all imports, and the enclosing declarations on one line. */
    private record Unit(String name, String origin, int line, String head, String code, String tail) {

        JavaFileObject file() {
            return new SimpleJavaFileObject(URI.create("string:///" + name + ".java"), JavaFileObject.Kind.SOURCE) {

                @Override
                public CharSequence getCharContent(boolean ignoreEncodingErrors) {
                    return head + "\n" + code + "\n" + tail;
                }
            };
        }

        /** Returns the same code as the body of a method. */
        Unit ofStatements() {
            return new Unit(name, origin, line, head + " void run() throws Exception {", code, "}" + tail);
        }

        String message(Diagnostic<?> problem) {
            return "%s:%d: %s".formatted(origin, line + problem.getLineNumber() - 2, problem.getMessage(null));
        }
    }

    JavaBlocks(List<Page> pages) {
        pages.forEach(this::add);
    }

    /** Returns the errors and warnings of the compiler for the blocks. */
    List<String> problems() {
        return problems(units.values().stream().toList(), true);
    }

    private void add(Page page) {
        String application = page.name().replaceAll("\\W", "_");
        String hidden = page.hidden("java");
        add(new Unit(
                application,
                page.name() + " (comment)",
                1,
                "package page; " + imports(hidden) + " abstract class " + application + " {",
                withoutImports(hidden),
                "}"));
        Set<String> imports = new TreeSet<>();
        for (Block block : page.blocks()) {
            if (block.language().equals("java")) {
                IMPORT.matcher(block.code()).results().forEach(found -> imports.add(found.group()));
                add(unit(block, application, imports));
            }
        }
    }

    private void add(Unit unit) {
        units.put(unit.name(), unit);
    }

    private Unit unit(Block block, String application, Set<String> imports) {
        String name = application + "_" + block.line();
        String head = "package page; " + String.join(" ", imports) + " abstract class " + name + " extends "
                + application + " {";
        Unit members = new Unit(name, block.page().name(), block.line(), head, withoutImports(block.code()), "}");
        return problems(List.of(members), false).isEmpty() ? members : members.ofStatements();
    }

    private static String imports(String code) {
        return IMPORT.matcher(code).results().map(found -> found.group()).collect(Collectors.joining(" "));
    }

    // Empty lines replace them, so that line numbers do not change.
    private static String withoutImports(String code) {
        return PACKAGE.matcher(IMPORT.matcher(code).replaceAll("")).replaceAll("");
    }

    private List<String> problems(List<Unit> all, boolean withTypes) {
        DiagnosticCollector<JavaFileObject> problems = new DiagnosticCollector<>();
        List<String> options = new ArrayList<>(OPTIONS);
        options.addAll(List.of("-classpath", System.getProperty("java.class.path")));
        JavacTask task = (JavacTask) compiler.getTask(
                null,
                null,
                problems,
                options,
                null,
                all.stream().map(Unit::file).toList());
        try {
            task.parse();
            if (withTypes) {
                task.analyze();
            }
        } catch (IOException ex) {
            throw new UncheckedIOException(ex);
        }
        return problems.getDiagnostics().stream()
                .filter(problem -> problem.getKind() == Diagnostic.Kind.ERROR)
                .map(this::message)
                .toList();
    }

    private String message(Diagnostic<? extends JavaFileObject> problem) {
        String name = problem.getSource().getName().replaceAll("^/|\\.java$", "");
        return units.getOrDefault(name, new Unit(name, name, 0, "", "", "")).message(problem);
    }
}
