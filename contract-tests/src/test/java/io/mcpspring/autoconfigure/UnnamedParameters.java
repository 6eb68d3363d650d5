package io.mcpspring.autoconfigure;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.OutputStream;
import java.net.URI;
import java.util.List;
import javax.tools.FileObject;
import javax.tools.ForwardingJavaFileManager;
import javax.tools.JavaCompiler;
import javax.tools.JavaFileManager;
import javax.tools.JavaFileObject;
import javax.tools.SimpleJavaFileObject;
import javax.tools.ToolProvider;

/** Compiles a class without the flag that keeps the names of parameters. */
final class UnnamedParameters {

    private static final String SOURCE = """
            package com.acme;

            import io.mcpspring.annotation.McpTool;
            import io.mcpspring.annotation.McpToolParam;

            public class Unnamed {

                @McpTool
                public String find(@McpToolParam(name = "id") int id, String name) {
                    return name;
                }
            }
            """;

    private static final String RESOURCE = """
            package com.acme;

            import io.mcpspring.annotation.McpResource;

            public class Unnamed {

                @McpResource(uri = "docs://{id}")
                public String find(int id) {
                    return "" + id;
                }
            }
            """;

    private UnnamedParameters() {}

    static Class<?> compile() {
        return compile("McpTool");
    }

    static Class<?> compileResource() {
        return compileSource(RESOURCE);
    }

    /** Compiles the same class with another annotation of the library and the annotation for its parameters. */
    static Class<?> compile(String annotation) {
        return compileSource(SOURCE.replace("McpTool", annotation));
    }

    private static Class<?> compileSource(String source) {
        JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
        ByteArrayOutputStream compiled = new ByteArrayOutputStream();
        List<String> options = List.of("-proc:none", "-classpath", System.getProperty("java.class.path"));
        boolean success = compiler.getTask(
                        null, new InMemory(compiler, compiled), null, options, null, List.of(new Source(source)))
                .call();
        assertThat(success).isTrue();
        return new ClassLoader(UnnamedParameters.class.getClassLoader()) {

            Class<?> define() {
                return defineClass("com.acme.Unnamed", compiled.toByteArray(), 0, compiled.size());
            }
        }.define();
    }

    private static final class Source extends SimpleJavaFileObject {

        private final String text;

        Source(String text) {
            super(URI.create("string:///com/acme/Unnamed.java"), Kind.SOURCE);
            this.text = text;
        }

        @Override
        public CharSequence getCharContent(boolean ignoreEncodingErrors) {
            return text;
        }
    }

    private static final class InMemory extends ForwardingJavaFileManager<JavaFileManager> {

        private final ByteArrayOutputStream compiled;

        InMemory(JavaCompiler compiler, ByteArrayOutputStream compiled) {
            super(compiler.getStandardFileManager(null, null, null));
            this.compiled = compiled;
        }

        @Override
        public JavaFileObject getJavaFileForOutput(
                Location location, String className, JavaFileObject.Kind kind, FileObject sibling) {
            return new SimpleJavaFileObject(URI.create("string:///com/acme/Unnamed.class"), kind) {

                @Override
                public OutputStream openOutputStream() {
                    return InMemory.this.compiled;
                }
            };
        }
    }
}
