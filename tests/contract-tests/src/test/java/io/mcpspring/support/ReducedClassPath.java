package io.mcpspring.support;

import java.io.File;
import java.io.IOException;
import java.net.MalformedURLException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.springframework.util.ClassUtils;

/**
 * The class path of the tests without some libraries.
 *
 * @param without how the names of their files begin
 */
public record ReducedClassPath(List<String> without) {

    /** Returns what the static method {@code run} of a class returns whose classes all come from this class path. */
    public String run(Class<?> application) throws IOException, ReflectiveOperationException {
        Thread thread = Thread.currentThread();
        ClassLoader before = thread.getContextClassLoader();
        try (URLClassLoader loader = new URLClassLoader(urls(), ClassLoader.getPlatformClassLoader())) {
            thread.setContextClassLoader(loader);
            shareUrlHandlers(loader);
            return (String)
                    loader.loadClass(application.getName()).getMethod("run").invoke(null);
        } finally {
            thread.setContextClassLoader(before);
        }
    }

    // A process has one factory for protocols of URLs, which the Tomcat of another class loader may have set.
    private static void shareUrlHandlers(ClassLoader loader) throws ReflectiveOperationException {
        String factory = "org.apache.catalina.webresources.TomcatURLStreamHandlerFactory";
        if (ClassUtils.isPresent(factory, loader)) {
            loader.loadClass(factory).getMethod("disable").invoke(null);
        }
    }

    private URL[] urls() {
        return Stream.of(System.getProperty("java.class.path").split(File.pathSeparator))
                .map(Path::of)
                .filter(entry -> without.stream().noneMatch(entry.getFileName().toString()::startsWith))
                .map(ReducedClassPath::url)
                .toArray(URL[]::new);
    }

    private static URL url(Path entry) {
        try {
            return entry.toUri().toURL();
        } catch (MalformedURLException ex) {
            throw new IllegalArgumentException(ex);
        }
    }
}
