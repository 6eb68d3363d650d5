package io.mcpspring.security;

import java.util.stream.Stream;
import org.springframework.beans.factory.config.BeanDefinition;
import org.springframework.beans.factory.config.ConfigurableListableBeanFactory;

/** The filter chains as beans of an application. */
final class FilterChainBeans {

    private static final String SPRING_BOOT = "org.springframework.boot.security.";

    private static final String FOR_TOKENS = SPRING_BOOT + "oauth2.server.resource.";

    private FilterChainBeans() {}

    /** Returns the name of a chain; a description of one that is not a bean. */
    static String name(Object chain, ConfigurableListableBeanFactory beans) {
        return names(chain, beans).findFirst().orElseGet(chain::toString);
    }

    /** Whether Spring Boot has added the chain, for people with a browser, to an application without chains. */
    static boolean isLogin(Object chain, ConfigurableListableBeanFactory beans) {
        return names(chain, beans)
                .filter(beans::containsBeanDefinition)
                .map(beans::getBeanDefinition)
                .anyMatch(FilterChainBeans::isLogin);
    }

    private static Stream<String> names(Object chain, ConfigurableListableBeanFactory beans) {
        return beans.getBeansOfType(chain.getClass(), false, false).entrySet().stream()
                .filter(bean -> bean.getValue() == chain)
                .map(bean -> bean.getKey());
    }

    private static boolean isLogin(BeanDefinition chain) {
        String origin = chain.getFactoryBeanName();
        return origin != null && origin.startsWith(SPRING_BOOT) && !origin.startsWith(FOR_TOKENS);
    }
}
