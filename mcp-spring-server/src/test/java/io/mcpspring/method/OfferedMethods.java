package io.mcpspring.method;

import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatNoException;

import java.lang.annotation.Annotation;
import java.lang.reflect.Method;
import java.util.Arrays;
import java.util.function.BiConsumer;
import org.assertj.core.api.Assertions;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.springframework.beans.BeanUtils;
import org.springframework.core.annotation.AnnotatedElementUtils;

/**
 * Offers annotated methods to a factory, and checks the complete text with which it refuses them.
 *
 * @param annotation the annotation that the factory reads
 */
public record OfferedMethods<A extends Annotation>(Class<A> annotation, BiConsumer<A, BeanMethod> factory) {

    /**
     * Fails unless the factory refuses a method with exactly this text.
     *
     * @param signature the signature in the text; the class has only one method of this name
     */
    public void assertRefused(Class<?> beanClass, String signature, String reason, String cure) {
        String name = signature.substring(0, signature.indexOf('('));
        Method method = Arrays.stream(beanClass.getDeclaredMethods())
                .filter(declared -> declared.getName().equals(name))
                .findAny()
                .orElseThrow();
        assertRefused(() -> offer(beanClass, method), beanClass, signature, reason, cure);
    }

    /** Fails if the factory refuses an annotated method of the class. */
    public void assertAccepted(Class<?> beanClass) {
        Assertions.assertThat(beanClass.getDeclaredMethods())
                .filteredOn(method -> method.isAnnotationPresent(annotation))
                .isNotEmpty()
                .allSatisfy(method -> assertThatNoException().isThrownBy(() -> offer(beanClass, method)));
    }

    private void offer(Class<?> beanClass, Method method) {
        factory.accept(
                AnnotatedElementUtils.findMergedAnnotation(method, annotation),
                BeanMethod.of(BeanUtils.instantiateClass(beanClass), method));
    }

    /** Fails unless an attempt ends with exactly this text about a method. */
    public static void assertRefused(
            ThrowingCallable attempt, Class<?> beanClass, String signature, String reason, String cure) {
        assertThatExceptionOfType(McpMethodException.class)
                .isThrownBy(attempt)
                .withMessage("Method '%s' of %s cannot be offered to MCP clients. %s %s"
                        .formatted(signature, beanClass.getName(), reason, cure))
                .returns(beanClass.getName(), McpMethodException::className)
                .returns(signature, McpMethodException::method)
                .returns(reason, McpMethodException::reason)
                .returns(cure, McpMethodException::cure);
    }
}
