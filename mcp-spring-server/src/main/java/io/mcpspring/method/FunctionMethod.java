package io.mcpspring.method;

import java.lang.reflect.Method;
import org.jspecify.annotations.Nullable;
import org.springframework.aop.support.AopUtils;

/** The method of a functional interface, which every function has. */
final class FunctionMethod extends BeanMethod {

    /** The method that the rest of the library sees in its place; {@code null} if the function does the work itself. */
    private final @Nullable BeanMethod called;

    FunctionMethod(Object function, Method only, @Nullable BeanMethod called) {
        super(AopUtils.getTargetClass(function), only, () -> function, () -> true);
        this.called = called;
    }

    @Override
    public Class<?> beanClass() {
        return called == null ? super.beanClass() : called.beanClass();
    }

    @Override
    public Method method() {
        return called == null ? super.method() : called.method();
    }

    @Override
    public @Nullable Object createdBean() {
        return called == null ? super.createdBean() : called.createdBean();
    }
}
