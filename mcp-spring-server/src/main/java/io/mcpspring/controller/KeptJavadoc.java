package io.mcpspring.controller;

import com.github.therapi.runtimejavadoc.Comment;
import com.github.therapi.runtimejavadoc.CommentFormatter;
import com.github.therapi.runtimejavadoc.RuntimeJavadoc;
import java.lang.reflect.Method;
import org.jspecify.annotations.Nullable;
import org.springframework.util.ClassUtils;
import org.springframework.web.util.HtmlUtils;

/** The Javadoc of handler methods, if the application keeps it for run time by therapi-runtime-javadoc. */
final class KeptJavadoc {

    private static final boolean PRESENT = ClassUtils.isPresent(
            "com.github.therapi.runtimejavadoc.RuntimeJavadoc", KeptJavadoc.class.getClassLoader());

    private KeptJavadoc() {}

    /** Returns what a method does; {@code null} if that is not known. */
    static @Nullable String of(Method method) {
        return PRESENT ? text(RuntimeJavadoc.getJavadoc(method).getComment()) : null;
    }

    /** Returns what a parameter is; {@code null} if that is not known. */
    static @Nullable String of(Method method, String parameter) {
        return !PRESENT
                ? null
                : RuntimeJavadoc.getJavadoc(method).getParams().stream()
                        .filter(documented -> documented.getName().equals(parameter))
                        .findFirst()
                        .map(documented -> text(documented.getComment()))
                        .orElse(null);
    }

    private static @Nullable String text(Comment comment) {
        String html = new CommentFormatter().format(comment).strip();
        String text = HtmlUtils.htmlUnescape(html.replaceAll("<[^>]+>", "").replaceAll("\\s+", " "));
        return text.isEmpty() ? null : text;
    }
}
