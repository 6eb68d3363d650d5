package io.mcpspring.method;

import io.mcpspring.exchange.Exchange;
import java.util.HashSet;
import java.util.Set;
import java.util.function.Function;
import java.util.function.Supplier;
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
import org.springframework.core.annotation.MergedAnnotation;
import org.springframework.core.annotation.MergedAnnotations;
import org.springframework.util.function.SingletonSupplier;

/** A parameter that the container injects. */
record BeanParameter(BeanMethod method, MethodParameter parameter, ConfigurableListableBeanFactory beans) {

    static boolean isDeclared(MethodParameter parameter) {
        MergedAnnotations annotations = MergedAnnotations.from(parameter.getParameterAnnotations());
        // Of a page of Spring Data, the qualifier is a part of the names of its arguments.
        boolean page = InjectedParameters.isPage(parameter);
        return annotations.isPresent(Autowired.class)
                || annotations.isPresent(Qualifier.class) && !page
                || annotations.isPresent(Value.class);
    }

    /** Returns the source of its value: singletons are kept, other beans are resolved in each call. */
    Function<Exchange, @Nullable Object> source() {
        String beanName = method instanceof AnnotatedBeanMethod<?> found ? found.beanName() : null;
        Set<String> names = names(beanName);
        DependencyDescriptor dependency = new DependencyDescriptor(parameter, true);
        Supplier<@Nullable Object> value = () -> beans.resolveDependency(dependency, beanName, null, null);
        Supplier<@Nullable Object> source = isFixed(names) ? SingletonSupplier.of(value) : value;
        return exchange -> source.get();
    }

    /** Returns the names of the beans that fit. */
    private Set<String> names(@Nullable String beanName) {
        String described = BeanMethod.describe(parameter);
        Set<String> names = new HashSet<>();
        try {
            beans.resolveDependency(new Probe(parameter), beanName, names, null);
            return names;
        } catch (NoUniqueBeanDefinitionException ex) {
            throw method.refused(
                    "Several beans fit " + described + ": " + ex.getBeanNamesFound() + ".",
                    "Name one with @Qualifier, or make one of them @Primary.");
        } catch (NoSuchBeanDefinitionException ex) {
            throw method.refused(
                    "There is no bean for " + described + ".",
                    "Define the bean, or declare the parameter as @Nullable, Optional or ObjectProvider.");
        } catch (BeansException | IllegalArgumentException ex) {
            if (!value().isPresent()) {
                throw ex;
            }
            throw method.refused(
                    "There is no value for " + described + ": " + ex.getMessage() + ".",
                    "Define the property, give a default as in ${name:default}, or correct the expression.");
        }
    }

    private boolean isFixed(Set<String> names) {
        boolean singletons = !names.isEmpty()
                && names.stream().allMatch(name -> beans.containsBean(name) && beans.isSingleton(name));
        MergedAnnotation<Value> value = value();
        return value.isPresent()
                ? !value.getString("value").contains("#{")
                : singletons || parameter.hasParameterAnnotation(Lazy.class);
    }

    private MergedAnnotation<Value> value() {
        return MergedAnnotations.from(parameter.getParameterAnnotations()).get(Value.class);
    }

    /** Finds the matching bean without creating it: it may be lazy, a prototype, or of a scope. */
    private static final class Probe extends DependencyDescriptor {

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
