package io.mcpspring.security;

import org.springframework.beans.factory.config.BeanDefinition;
import org.springframework.beans.factory.config.ConfigurableListableBeanFactory;

/** The filter chains for people with a browser that Spring Boot adds to an application without chains. */
final class LoginChains {

    private static final String SPRING_BOOT = "org.springframework.boot.security.";

    private static final String FOR_TOKENS = SPRING_BOOT + "oauth2.server.resource.";

    private LoginChains() {}

    static boolean contain(Object chain, ConfigurableListableBeanFactory beans) {
        return beans.getBeansOfType(chain.getClass(), false, false).entrySet().stream()
                .filter(bean -> bean.getValue() == chain && beans.containsBeanDefinition(bean.getKey()))
                .map(bean -> beans.getBeanDefinition(bean.getKey()))
                .anyMatch(LoginChains::isLogin);
    }

    private static boolean isLogin(BeanDefinition chain) {
        String origin = chain.getFactoryBeanName();
        return origin != null && origin.startsWith(SPRING_BOOT) && !origin.startsWith(FOR_TOKENS);
    }
}
