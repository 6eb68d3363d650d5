package io.mcpspring.support;

import java.lang.instrument.ClassFileTransformer;
import java.lang.instrument.Instrumentation;
import java.lang.instrument.UnmodifiableClassException;
import java.security.ProtectionDomain;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.springframework.asm.ClassReader;
import org.springframework.asm.ClassVisitor;
import org.springframework.asm.ClassWriter;
import org.springframework.asm.MethodVisitor;
import org.springframework.asm.Opcodes;
import org.springframework.util.Assert;
import org.springframework.util.ClassUtils;
import reactor.core.scheduler.Schedulers;

/**
 * Records, while it is open, what the server does with values that clients send: whether it parses (bodies of more than
 * 4 KB), validates, matches or converts them on threads that must not block, such as event loops. For this the methods
 * are changed in the running JVM, because nothing else shows their threads.
 */
public final class RecordedWork implements AutoCloseable {

    private static final String SELF = RecordedWork.class.getName().replace('.', '/');

    /** The largest body that is parsed on an event loop. */
    private static final int LARGE_BODY = 4 * 1024;

    private static final Set<String> DONE = ConcurrentHashMap.newKeySet();

    private static final Set<String> ON_EVENT_LOOPS = ConcurrentHashMap.newKeySet();

    private final Instrumentation instrumentation = instrumentation();

    /** The code that is inserted at the beginning of methods, by class and method. */
    private final Map<Class<?>, Map<String, Consumer<MethodVisitor>>> changes = new LinkedHashMap<>();

    private final ClassFileTransformer transformer = new ClassFileTransformer() {

        @Override
        public byte @Nullable [] transform(
                @Nullable ClassLoader loader, String name, Class<?> type, ProtectionDomain domain, byte[] bytes) {
            return changes.containsKey(type) ? changed(bytes, changes.get(type)) : null;
        }
    };

    public RecordedWork() {
        work("io.mcpspring.validation.JsonSchema", "validate");
        work("io.mcpspring.constraint.ValidatedArguments", "check");
        work("io.mcpspring.tool.ArgumentReader", "read");
        work("io.mcpspring.method.TextArgument", "value");
        work("io.mcpspring.resource.Address", "match");

        change("io.mcpspring.http.MessageReader", "read", method -> {
            method.visitVarInsn(Opcodes.ALOAD, 1);
            call(method, "parse", "([B)V");
        });

        instrumentation.addTransformer(transformer, true);
        retransform();
    }

    private static Instrumentation instrumentation() {
        try {
            // Not referred to: its class files have annotations whose types are missing.
            return (Instrumentation) Class.forName("net.bytebuddy.agent.ByteBuddyAgent")
                    .getMethod("install")
                    .invoke(null);
        } catch (ReflectiveOperationException ex) {
            throw new IllegalStateException(ex);
        }
    }

    private void work(String type, String method) {
        String name = type.substring(type.lastIndexOf('.') + 1) + "." + method;
        change(type, method, code -> {
            code.visitLdcInsn(name);
            call(code, "enter", "(Ljava/lang/String;)V");
        });
    }

    private void change(String type, String method, Consumer<MethodVisitor> inserted) {
        Class<?> changed = ClassUtils.resolveClassName(type, RecordedWork.class.getClassLoader());
        Assert.isTrue(
                Stream.of(changed.getDeclaredMethods())
                        .anyMatch(declared -> declared.getName().equals(method)),
                () -> "There is no method " + method + " of " + type);
        changes.computeIfAbsent(changed, key -> new LinkedHashMap<>()).put(method, inserted);
    }

    private static void call(MethodVisitor method, String name, String descriptor) {
        method.visitMethodInsn(Opcodes.INVOKESTATIC, SELF, name, descriptor, false);
    }

    private static byte[] changed(byte[] bytes, Map<String, Consumer<MethodVisitor>> inserted) {
        ClassReader reader = new ClassReader(bytes);
        ClassWriter writer = new ClassWriter(reader, ClassWriter.COMPUTE_MAXS);
        reader.accept(
                new ClassVisitor(Opcodes.ASM9, writer) {

                    @Override
                    public MethodVisitor visitMethod(
                            int access, String name, String descriptor, String signature, String[] exceptions) {
                        MethodVisitor method = super.visitMethod(access, name, descriptor, signature, exceptions);
                        return inserted.containsKey(name) ? new Beginning(method, inserted.get(name)) : method;
                    }
                },
                0);
        return writer.toByteArray();
    }

    private void retransform() {
        try {
            instrumentation.retransformClasses(changes.keySet().toArray(Class<?>[]::new));
        } catch (UnmodifiableClassException ex) {
            throw new IllegalStateException(ex);
        }
    }

    /** Forgets what was recorded before. */
    public void reset() {
        DONE.clear();
        ON_EVENT_LOOPS.clear();
    }

    /** Returns the work that was done, each as {@code Class.method}. */
    public Set<String> done() {
        return Set.copyOf(DONE);
    }

    /** Returns the work that was done on threads that must not block, with the names of the threads. */
    public Set<String> onEventLoops() {
        return Set.copyOf(ON_EVENT_LOOPS);
    }

    @Override
    public void close() {
        instrumentation.removeTransformer(transformer);
        retransform();
    }

    /** Called by changed methods. */
    public static void enter(String work) {
        DONE.add(work);
        if (Schedulers.isInNonBlockingThread()) {
            ON_EVENT_LOOPS.add(work + " on " + Thread.currentThread().getName());
        }
    }

    /** Called by changed methods. */
    public static void parse(byte[] body) {
        if (body.length > LARGE_BODY) {
            enter("MessageReader.read");
        }
    }

    /** Inserts code at the beginning of a method. */
    private static final class Beginning extends MethodVisitor {

        private final Consumer<MethodVisitor> inserted;

        Beginning(MethodVisitor method, Consumer<MethodVisitor> inserted) {
            super(Opcodes.ASM9, method);
            this.inserted = inserted;
        }

        @Override
        public void visitCode() {
            super.visitCode();
            inserted.accept(this);
        }
    }
}
