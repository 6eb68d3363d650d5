package io.mcpspring.method;

import io.mcpspring.exchange.Exchange;
import java.util.HashSet;
import java.util.Set;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.springframework.beans.BeansException;
import org.springframework.beans.factory.BeanFactory;
import org.springframework.beans.factory.NoSuchBeanDefinitionException;
import org.springframework.beans.factory.NoUniqueBeanDefinitionException;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.beans.factory.annotation.Qualifier;
import org.springframework.beans.factory.annotation.Value;
import org.springframework.beans.factory.config.ConfigurableListableBeanFactory;
import org.springframework.beans.factory.config.DependencyDescriptor;
import org.springframework.context.annotation.Lazy;
import org.springframework.core.MethodParameter;
import org.springframework.core.annotation.MergedAnnotations;

/** A parameter that the container injects: singletons are kept, other beans are resolved in each call. */
final class BeanParameter {

    private final ConfigurableListableBeanFactory beans;
    private final @Nullable String beanName;
    private final MethodParameter parameter;
    private final DependencyDescriptor dependency;
    private final boolean fixed;
    private volatile @Nullable Object cached;

    private BeanParameter(ConfigurableListableBeanFactory beans, @Nullable String beanName, MethodParameter parameter) {
        this.beans = beans;
        this.beanName = beanName;
        this.parameter = parameter;
        this.dependency = new DependencyDescriptor(parameter, true);
        String value = MergedAnnotations.from(parameter.getParameterAnnotations())
                .get(Value.class)
                .getValue("value", String.class)
                .orElse(null);
        this.fixed = value == null ? parameter.hasParameterAnnotation(Lazy.class) : !value.contains("#{");
    }

    static boolean isDeclared(MethodParameter parameter) {
        MergedAnnotations annotations = MergedAnnotations.from(parameter.getParameterAnnotations());
        // Of a page of Spring Data, the qualifier is a part of the names of its arguments.
        boolean page = InjectedParameters.isPage(parameter);
        return annotations.isPresent(Autowired.class)
                || annotations.isPresent(Qualifier.class) && !page
                || annotations.isPresent(Value.class);
    }

    static Function<Exchange, @Nullable Object> source(
            BeanMethod method, MethodParameter parameter, ConfigurableListableBeanFactory beans) {
        String beanName = method instanceof AnnotatedBeanMethod<?> found ? found.beanName() : null;
        BeanParameter source = new BeanParameter(beans, beanName, parameter);
        source.check(method);
        return exchange -> source.value();
    }

    private void check(BeanMethod method) {
        String described = BeanMethod.describe(parameter);
        try {
            beans.resolveDependency(new Probe(parameter), beanName, null, null);
        } catch (NoUniqueBeanDefinitionException ex) {
            throw method.refused(
                    "Several beans fit " + described + ": " + ex.getBeanNamesFound() + ".",
                    "Name one with @Qualifier, or make one of them @Primary.");
        } catch (NoSuchBeanDefinitionException ex) {
            throw method.refused(
                    "There is no bean for " + described + ".",
                    "Define the bean, or declare the parameter as @Nullable, Optional or ObjectProvider.");
        } catch (BeansException | IllegalArgumentException ex) {
            if (!MergedAnnotations.from(parameter.getParameterAnnotations()).isPresent(Value.class)) {
                throw ex;
            }
            throw method.refused(
                    "There is no value for " + described + ": " + ex.getMessage() + ".",
                    "Define the property, give a default as in ${name:default}, or correct the expression.");
        }
    }

    private @Nullable Object value() {
        Object known = cached;
        if (known != null) {
            return known;
        }
        Set<String> names = new HashSet<>();
        Object value = beans.resolveDependency(dependency, beanName, names, null);
        if (fixed || !names.isEmpty() && names.stream().allMatch(this::isSingleton)) {
            cached = value;
        }
        return value;
    }

    private boolean isSingleton(String name) {
        return beans.containsBean(name) && beans.isSingleton(name);
    }

    /** Finds the matching bean without creating it: it may be lazy, a prototype, or of a scope. */
    private static final class Probe extends DependencyDescriptor {

        private static final long serialVersionUID = 1L;

        Probe(MethodParameter parameter) {
            super(parameter, true);
        }

        // The caller in Spring copes with null, which its declaration does not allow.
        @Override
        @SuppressWarnings("NullAway")
        public @Nullable Object resolveCandidate(String beanName, Class<?> requiredType, BeanFactory beanFactory) {
            boolean exists = ((ConfigurableListableBeanFactory) beanFactory).containsSingleton(beanName);
            return exists ? super.resolveCandidate(beanName, requiredType, beanFactory) : null;
        }
    }
}
