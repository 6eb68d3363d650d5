package io.mcpspring.controller;

import java.beans.PropertyDescriptor;
import java.lang.reflect.Constructor;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.springframework.beans.BeanUtils;
import org.springframework.beans.PropertyAccessor;
import org.springframework.beans.PropertyAccessorFactory;
import org.springframework.core.MethodParameter;
import org.springframework.core.annotation.SynthesizingMethodParameter;
import org.springframework.core.convert.Property;
import org.springframework.core.convert.TypeDescriptor;
import org.springframework.web.bind.annotation.BindParam;

/** The properties of a model attribute that a data binder sets: by the constructor, and by setters. */
final class ModelProperties {

    private ModelProperties() {}

    /** Returns the types of the properties by their names. */
    static Map<String, TypeDescriptor> of(Class<?> model) {
        Map<String, TypeDescriptor> properties = new LinkedHashMap<>();
        Constructor<?> constructor = BeanUtils.getResolvableConstructor(model);
        @Nullable String[] names = BeanUtils.getParameterNames(constructor);
        for (int i = 0; i < names.length; i++) {
            MethodParameter parameter = new SynthesizingMethodParameter(constructor, i);
            BindParam renamed = parameter.getParameterAnnotation(BindParam.class);
            properties.put(renamed == null ? String.valueOf(names[i]) : renamed.value(), new TypeDescriptor(parameter));
        }
        for (PropertyDescriptor property : BeanUtils.getPropertyDescriptors(model)) {
            if (property.getWriteMethod() != null) {
                properties.putIfAbsent(
                        property.getName(),
                        new TypeDescriptor(new Property(
                                model, property.getReadMethod(), property.getWriteMethod(), property.getName())));
            }
        }
        return properties;
    }

    /** Returns the value of a property: that of its getter, or that of the field that the constructor has set. */
    static @Nullable Object value(Object model, String property) {
        PropertyAccessor getters = PropertyAccessorFactory.forBeanPropertyAccess(model);
        return getters.isReadableProperty(property)
                ? getters.getPropertyValue(property)
                : PropertyAccessorFactory.forDirectFieldAccess(model).getPropertyValue(property);
    }
}
