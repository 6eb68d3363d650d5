package io.mcpspring.method;

import io.mcpspring.Internal;
import java.lang.annotation.Annotation;
import java.lang.reflect.Method;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.apache.commons.logging.Log;
import org.apache.commons.logging.LogFactory;
import org.jspecify.annotations.Nullable;
import org.springframework.aop.framework.AopProxyUtils;
import org.springframework.aop.framework.autoproxy.AutoProxyUtils;
import org.springframework.aop.scope.ScopedObject;
import org.springframework.aop.scope.ScopedProxyUtils;
import org.springframework.beans.factory.config.ConfigurableListableBeanFactory;
import org.springframework.core.MethodIntrospector;
import org.springframework.core.MethodIntrospector.MetadataLookup;
import org.springframework.core.annotation.AnnotatedElementUtils;
import org.springframework.core.annotation.AnnotationUtils;
import org.springframework.stereotype.Component;
import org.springframework.util.ClassUtils;

/** Finds the annotated methods of a bean factory's beans by their types, without creating any bean. */
@Internal
public final class AnnotatedMethods {

    private static final Log logger = LogFactory.getLog(AnnotatedMethods.class);

    private final ConfigurableListableBeanFactory beanFactory;

    private AnnotatedMethods(ConfigurableListableBeanFactory beanFactory) {
        this.beanFactory = beanFactory;
    }

    /**
     * Returns the methods that have the annotation, or inherit it from an interface or a superclass, once for each
     * bean, sorted by class and signature. Beans of parent factories are not searched.
     *
     * <p>To be called when all singletons exist. A class that is unknown before its bean is created is not searched,
     * for instance the one behind a lazy {@code @Bean} method that declares an interface.
     *
     * @throws McpMethodException if the method is private or static, or if a call could not pass through the bean's
     *     proxy
     */
    public static <A extends Annotation> List<AnnotatedBeanMethod<A>> find(
            ConfigurableListableBeanFactory beanFactory, Class<A> annotationType) {
        AnnotatedMethods methods = new AnnotatedMethods(beanFactory);
        Comparator<AnnotatedBeanMethod<A>> bySignature = Comparator.comparing(BeanMethod::describe);
        return methods.beanNames()
                .flatMap(beanName -> methods.ofBean(beanName, annotationType).stream())
                .sorted(bySignature.thenComparing(AnnotatedBeanMethod::beanName))
                .toList();
    }

    /** Whether any bean has a method with the annotation, be it callable or not. */
    public static boolean exist(
            ConfigurableListableBeanFactory beanFactory, Class<? extends Annotation> annotationType) {
        AnnotatedMethods methods = new AnnotatedMethods(beanFactory);
        return methods.beanNames().anyMatch(beanName -> {
            Class<?> beanClass = methods.userClass(beanName);
            return beanClass != null && !annotated(beanClass, annotationType).isEmpty();
        });
    }

    private Stream<String> beanNames() {
        return Stream.of(beanFactory.getBeanNamesForType(Object.class, true, false))
                .filter(beanName -> !ScopedProxyUtils.isScopedTarget(beanName));
    }

    private <A extends Annotation> List<AnnotatedBeanMethod<A>> ofBean(String beanName, Class<A> annotationType) {
        Class<?> beanClass = userClass(beanName);
        if (beanClass == null) {
            return List.of();
        }
        Class<?> exposed = beanFactory.getType(beanName, false);
        List<AnnotatedBeanMethod<A>> found = new ArrayList<>();
        annotated(beanClass, annotationType).forEach((method, annotation) -> {
            var beanMethod = new AnnotatedBeanMethod<>(annotation, beanClass, method, beanName, beanFactory);
            beanMethod.invocableOn(exposed != null ? exposed : beanClass);
            found.add(beanMethod);
        });
        return found;
    }

    /**
     * Whether the class is one of the framework's many, which are not searched. Event listeners follow the same rule.
     */
    private static boolean isSprings(Class<?> beanClass) {
        return beanClass.getName().startsWith("org.springframework.")
                && !AnnotatedElementUtils.isAnnotated(beanClass, Component.class);
    }

    static <A extends Annotation> Map<Method, A> annotated(Class<?> beanClass, Class<A> annotationType) {
        if (isSprings(beanClass) || !AnnotationUtils.isCandidateClass(beanClass, annotationType)) {
            return Map.of();
        }
        MetadataLookup<A> annotation = method -> AnnotatedElementUtils.findMergedAnnotation(method, annotationType);
        try {
            return MethodIntrospector.selectMethods(beanClass, annotation);
        } catch (IllegalStateException | LinkageError unreadable) {
            // A signature names a class of an optional library; usual among beans that are not the user's.
            logger.debug("Methods of " + beanClass.getName() + " cannot be read", unreadable);
            return Map.of();
        }
    }

    private @Nullable Class<?> userClass(String beanName) {
        try {
            Class<?> type = targetClass(beanName);
            if (type != null && ScopedObject.class.isAssignableFrom(type)) {
                type = targetClass(ScopedProxyUtils.getTargetBeanName(beanName));
            }
            return type != null ? ClassUtils.getUserClass(type) : null;
        } catch (RuntimeException | LinkageError unresolvable) {
            logger.debug("Class of bean '" + beanName + "' cannot be determined", unresolvable);
            return null;
        }
    }

    /** As {@link AutoProxyUtils#determineTargetClass}, which would create a lazy factory bean to ask for its type. */
    private @Nullable Class<?> targetClass(String beanName) {
        if (beanFactory.containsBeanDefinition(beanName)) {
            Object target = beanFactory
                    .getMergedBeanDefinition(beanName)
                    .getAttribute(AutoProxyUtils.ORIGINAL_TARGET_CLASS_ATTRIBUTE);
            if (target instanceof Class<?> targetClass) {
                return targetClass;
            }
        }
        Class<?> handMade = classBehindSingleton(beanName);
        return handMade != null ? handMade : beanFactory.getType(beanName, false);
    }

    /**
     * Returns the target class of a proxy that the application created itself; the bean definition does not contain it.
     */
    private @Nullable Class<?> classBehindSingleton(String beanName) {
        Object singleton = beanFactory.containsSingleton(beanName) ? beanFactory.getSingleton(beanName) : null;
        if (singleton == null || AopProxyUtils.getSingletonTarget(singleton) == null) {
            return null;
        }
        return AopProxyUtils.ultimateTargetClass(singleton);
    }
}
