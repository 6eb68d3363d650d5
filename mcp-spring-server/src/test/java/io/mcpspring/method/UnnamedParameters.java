package io.mcpspring.method;

import java.io.IOException;
import java.io.InputStream;
import org.springframework.asm.ClassReader;
import org.springframework.asm.ClassVisitor;
import org.springframework.asm.ClassWriter;
import org.springframework.asm.MethodVisitor;
import org.springframework.asm.SpringAsmInfo;
import org.springframework.util.ClassUtils;

/** Loads classes as the compiler writes them without the flag that keeps the names of parameters. */
public final class UnnamedParameters {

    private UnnamedParameters() {}

    /** Returns a copy of a public class in a class loader of its own. */
    public static Class<?> of(Class<?> compiled) throws IOException {
        ClassWriter writer = new ClassWriter(0);
        try (InputStream code = compiled.getResourceAsStream(ClassUtils.getClassFileName(compiled))) {
            new ClassReader(code).accept(new WithoutNames(writer), 0);
        }
        byte[] copy = writer.toByteArray();
        return new ClassLoader(compiled.getClassLoader()) {

            Class<?> define() {
                return defineClass(compiled.getName(), copy, 0, copy.length);
            }
        }.define();
    }

    private static final class WithoutNames extends ClassVisitor {

        WithoutNames(ClassWriter writer) {
            super(SpringAsmInfo.ASM_VERSION, writer);
        }

        @Override
        public MethodVisitor visitMethod(
                int access, String name, String descriptor, String signature, String[] exceptions) {
            MethodVisitor method = super.visitMethod(access, name, descriptor, signature, exceptions);
            return new MethodVisitor(SpringAsmInfo.ASM_VERSION, method) {

                @Override
                public void visitParameter(String parameter, int modifiers) {
                    // The name is left out.
                }
            };
        }
    }
}
