package io.mcpspring.documentation;

import com.sun.source.tree.ClassTree;
import com.sun.source.tree.CompilationUnitTree;
import com.sun.source.tree.ImportTree;
import com.sun.source.tree.MethodTree;
import com.sun.source.tree.Tree;
import com.sun.source.tree.VariableTree;
import com.sun.source.util.JavacTask;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import javax.tools.JavaCompiler;
import javax.tools.StandardJavaFileManager;
import javax.tools.ToolProvider;

/**
 * The names in the sources of modules, tests included.
 *
 * @param declared the types and their members, such as {@code io.mcpspring.http.Reply.headers}
 * @param imported the simple names of the types of libraries
 */
record JavaNames(Set<String> declared, Set<String> imported) {

    private static final String PROJECT = "io.mcpspring.";

    /** @param modules the folders of the modules */
    static JavaNames of(List<Path> modules) throws IOException {
        JavaNames names = new JavaNames(new HashSet<>(), new HashSet<>());
        JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
        try (StandardJavaFileManager files = compiler.getStandardFileManager(null, null, null)) {
            JavacTask task = (JavacTask) compiler.getTask(
                    null, files, null, null, null, files.getJavaFileObjectsFromPaths(sources(modules)));
            task.parse().forEach(names::add);
        }
        return names;
    }

    private static List<Path> sources(List<Path> modules) throws IOException {
        List<Path> all = new ArrayList<>();
        for (Path module : modules) {
            for (String folder : List.of("src/main/java", "src/test/java")) {
                if (Files.exists(module.resolve(folder))) {
                    try (Stream<Path> files = Files.walk(module.resolve(folder))) {
                        files.filter(file -> file.toString().endsWith(".java")).forEach(all::add);
                    }
                }
            }
        }
        return all;
    }

    /**
     * Whether a type exists, and its member if the name has one.
     *
     * @param name the name of a type, perhaps after the end of its package, and perhaps before that of a member
     * @param type the simple name of the type in it, of which the members are not known if it is that of a library
     */
    boolean contain(String name, String type) {
        return declared.stream().anyMatch(known -> known.endsWith("." + name)) || imported.contains(type);
    }

    private void add(CompilationUnitTree unit) {
        for (ImportTree each : unit.getImports()) {
            String name = each.getQualifiedIdentifier().toString();
            if (!each.isStatic() && !name.startsWith(PROJECT)) {
                imported.add(name.substring(name.lastIndexOf('.') + 1));
            }
        }
        for (Tree type : unit.getTypeDecls()) {
            if (type instanceof ClassTree declaration) {
                add(declaration, String.valueOf(unit.getPackageName()));
            }
        }
    }

    private void add(ClassTree type, String owner) {
        String name = owner + "." + type.getSimpleName();
        declared.add(name);
        for (Tree member : type.getMembers()) {
            if (member instanceof ClassTree nested) {
                add(nested, name);
            } else if (member instanceof MethodTree method) {
                declared.add(name + "." + method.getName());
            } else if (member instanceof VariableTree field) {
                declared.add(name + "." + field.getName());
            }
        }
    }
}
