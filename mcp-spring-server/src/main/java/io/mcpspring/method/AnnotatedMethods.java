package io.mcpspring.method;

import io.mcpspring.Internal;
import io.mcpspring.McpConfigurationException;
import io.mcpspring.annotation.McpMethod;
import io.mcpspring.schema.KotlinTypes;
import java.lang.annotation.Annotation;
import java.lang.reflect.Method;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;
import java.util.function.Predicate;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.apache.commons.logging.Log;
import org.apache.commons.logging.LogFactory;
import org.jspecify.annotations.Nullable;
import org.springframework.aop.framework.AopProxyUtils;
import org.springframework.aop.framework.autoproxy.AutoProxyUtils;
import org.springframework.aop.scope.ScopedObject;
import org.springframework.aop.scope.ScopedProxyUtils;
import org.springframework.beans.factory.BeanFactoryUtils;
import org.springframework.beans.factory.config.ConfigurableListableBeanFactory;
import org.springframework.core.MethodIntrospector;
import org.springframework.core.ResolvableType;
import org.springframework.core.annotation.AnnotatedElementUtils;
import org.springframework.core.annotation.AnnotationUtils;
import org.springframework.stereotype.Component;
import org.springframework.stereotype.Controller;
import org.springframework.util.ClassUtils;
import org.springframework.util.ReflectionUtils.MethodFilter;
import org.springframework.util.function.SingletonSupplier;

/** The annotated methods of a bean factory's beans, found by the types of the beans, without creating any. */
@Internal
public final class AnnotatedMethods {

    private static final Log logger = LogFactory.getLog(AnnotatedMethods.class);

    /** What Spring keeps for a {@code @Bean} method that has returned null. */
    private static final String NULL_BEAN = "org.springframework.beans.factory.support.NullBean";

    private static final Pattern SPRINGS = Pattern.compile("org\\.springframework\\.(aop|beans|boot|cache|cloud|context"
            + "|core|data|http|jdbc|jmx|orm|scheduling|security|transaction|validation|web)\\.");

    private final ConfigurableListableBeanFactory beanFactory;

    private final Predicate<String> included;

    // One search for all annotations, because it looks for each method of each bean in all supertypes of the bean.
    private final SingletonSupplier<List<AnnotatedBean>> beans = SingletonSupplier.of(() -> search(McpMethod.class));

    /** A bean with annotated methods. */
    private record AnnotatedBean(String name, Class<?> type, Set<Method> methods) {}

    public AnnotatedMethods(ConfigurableListableBeanFactory beanFactory) {
        this(beanFactory, bean -> true);
    }

    /** @param included whether the bean of a name is searched */
    public AnnotatedMethods(ConfigurableListableBeanFactory beanFactory, Predicate<String> included) {
        this.beanFactory = beanFactory;
        this.included = included;
    }

    /** Returns the beans of a type, in their order, and the elements of collections that are beans, once each. */
    public <T> Stream<T> beans(Class<T> type) {
        ResolvableType collections = ResolvableType.forClassWithGenerics(Collection.class, type);
        return Stream.concat(
                        included(ResolvableType.forClass(type)),
                        included(collections).flatMap(beans -> ((Collection<?>) beans).stream()))
                .distinct()
                .map(type::cast);
    }

    /** Returns the beans of a type, in their order, of those that are searched. */
    private Stream<Object> included(ResolvableType type) {
        List<Object> others = Stream.of(BeanFactoryUtils.beanNamesForTypeIncludingAncestors(beanFactory, type))
                .filter(included.negate())
                .map(beanFactory::getBean)
                .toList();
        return beanFactory
                .getBeanProvider(type)
                .orderedStream()
                .filter(bean -> others.stream().noneMatch(other -> other == bean));
    }

    /**
     * Uses the methods that have an annotation, or inherit it from an interface or a superclass, once for each bean,
     * sorted by class and signature. Beans of parent factories are not searched.
     *
     * <p>The first call searches the beans, so it must not be made before all singletons exist. A class that is unknown
     * then is not searched, for instance the one behind a lazy {@code @Bean} method that declares an interface.
     *
     * @param annotationType an annotation, of this library or of another one
     * @param refused collects the methods that cannot be called, because they are private or static, or because a call
     *     could not pass through the bean's proxy, and those that {@code use} refuses
     */
    public <A extends Annotation> void with(
            Class<A> annotationType, RefusedMethods refused, Consumer<AnnotatedBeanMethod<A>> use) {
        Comparator<AnnotatedBeanMethod<A>> bySignature = Comparator.comparing(BeanMethod::describe);
        boolean own = annotationType.isAnnotationPresent(McpMethod.class);
        (own ? beans.obtain() : search(annotationType))
                .stream()
                        .flatMap(bean -> methods(bean, annotationType))
                        .sorted(bySignature.thenComparing(AnnotatedBeanMethod::beanName))
                        .forEach(method -> refused.collect(() -> {
                            Class<?> exposed = beanFactory.getType(method.beanName(), false);
                            method.invocableOn(exposed != null ? exposed : method.beanClass());
                            use.accept(method);
                        }));
    }

    /** Whether any bean has a method with an annotation of another library, be it callable or not. */
    public boolean exist(Class<? extends Annotation> annotationType) {
        return !search(annotationType).isEmpty();
    }

    private List<AnnotatedBean> search(Class<? extends Annotation> annotationType) {
        List<AnnotatedBean> found = new ArrayList<>();
        Map<Class<?>, Set<Method>> known = new HashMap<>();
        for (String beanName : beanFactory.getBeanNamesForType(Object.class, true, false)) {
            boolean searched = included.test(beanName) && !ScopedProxyUtils.isScopedTarget(beanName);
            Class<?> type = searched ? userClass(beanName) : null;
            if (type != null) {
                requireController(type);
                Set<Method> methods = known.computeIfAbsent(type, each -> annotated(each, annotationType));
                if (!methods.isEmpty()) {
                    found.add(new AnnotatedBean(beanName, type, methods));
                }
            }
        }
        return found;
    }

    private static void requireController(Class<?> beanClass) {
        if (AnnotatedElementUtils.isAnnotated(beanClass, McpMethod.class)
                && !AnnotatedElementUtils.hasAnnotation(beanClass, Controller.class)) {
            throw new McpConfigurationException(
                    "The class " + beanClass.getName() + " has @McpTool, but is not a controller.",
                    "Annotate the methods that are to be tools.");
        }
    }

    private <A extends Annotation> Stream<AnnotatedBeanMethod<A>> methods(AnnotatedBean bean, Class<A> annotationType) {
        return bean.methods().stream().flatMap(method -> {
            A annotation = AnnotatedElementUtils.findMergedAnnotation(method, annotationType);
            // The class of a lambda expression has neither the names nor the generic types of parameters.
            Method declared =
                    bean.type().isHidden() ? ClassUtils.getInterfaceMethodIfPossible(method, bean.type()) : method;
            return annotation == null
                    ? Stream.empty()
                    : Stream.of(new AnnotatedBeanMethod<>(annotation, bean.type(), declared, bean.name(), beanFactory));
        });
    }

    /** Returns the methods of a class that have an annotation or inherit it. */
    static Set<Method> annotated(Class<?> beanClass, Class<? extends Annotation> annotationType) {
        if (isSprings(beanClass) || !AnnotationUtils.isCandidateClass(beanClass, annotationType)) {
            return Set.of();
        }
        // Without the attributes of annotations: those of other libraries need not be valid.
        MethodFilter isAnnotated = method ->
                AnnotatedElementUtils.hasAnnotation(method, annotationType) && !KotlinTypes.isOverload(method);
        try {
            return MethodIntrospector.selectMethods(beanClass, isAnnotated);
        } catch (IllegalStateException | LinkageError unreadable) {
            // A signature names a class of an optional library; usual among beans that are not the user's.
            logger.debug("Methods of " + beanClass.getName() + " cannot be read", unreadable);
            return Set.of();
        }
    }

    /** Whether the class is one of the framework's many, which are not searched, because that takes long. */
    private static boolean isSprings(Class<?> beanClass) {
        return SPRINGS.matcher(beanClass.getName()).lookingAt()
                && !AnnotatedElementUtils.isAnnotated(beanClass, Component.class);
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

    private @Nullable Class<?> targetClass(String beanName) {
        Object bean = beanFactory.containsSingleton(beanName) ? beanFactory.getSingleton(beanName) : null;
        if (bean != null && bean.getClass().getName().equals(NULL_BEAN)) {
            return null;
        }
        // The definition of a proxy that the application has created itself does not contain the class of its target.
        return bean != null && AopProxyUtils.getSingletonTarget(bean) != null
                ? AopProxyUtils.ultimateTargetClass(bean)
                : AutoProxyUtils.determineTargetClass(beanFactory, beanName);
    }
}
