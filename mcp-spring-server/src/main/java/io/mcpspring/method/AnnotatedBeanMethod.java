package io.mcpspring.method;

import io.mcpspring.Internal;
import java.lang.annotation.Annotation;
import java.lang.reflect.Method;
import org.jspecify.annotations.Nullable;
import org.springframework.beans.factory.config.ConfigurableListableBeanFactory;

/** A bean method that was found by its annotation. */
@Internal
public final class AnnotatedBeanMethod<A extends Annotation> extends BeanMethod {

    private final A annotation;
    private final String beanName;
    private final ConfigurableListableBeanFactory beanFactory;

    AnnotatedBeanMethod(
            A annotation,
            Class<?> beanClass,
            Method method,
            String beanName,
            ConfigurableListableBeanFactory beanFactory) {
        super(beanClass, method, () -> beanFactory.getBean(beanName), () -> beanFactory.isSingleton(beanName));
        this.annotation = annotation;
        this.beanName = beanName;
        this.beanFactory = beanFactory;
    }

    /** Returns the annotation, merged with the attributes that a composed annotation sets by {@code @AliasFor}. */
    public A annotation() {
        return annotation;
    }

    @Override
    public @Nullable Object createdBean() {
        boolean created = beanFactory.isSingleton(beanName) && beanFactory.containsSingleton(beanName);
        return created ? super.createdBean() : null;
    }

    public String beanName() {
        return beanName;
    }
}
