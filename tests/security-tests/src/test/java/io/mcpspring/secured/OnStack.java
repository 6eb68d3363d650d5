package io.mcpspring.secured;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import org.junit.jupiter.api.extension.ConditionEvaluationResult;
import org.junit.jupiter.api.extension.ExecutionCondition;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.platform.commons.support.AnnotationSupport;

/** A test of behaviour that only this web stack has. */
@Target({ElementType.TYPE, ElementType.METHOD})
@Retention(RetentionPolicy.RUNTIME)
@ExtendWith(OnStack.Condition.class)
@interface OnStack {

    Stack value();

    final class Condition implements ExecutionCondition {

        @Override
        public ConditionEvaluationResult evaluateExecutionCondition(ExtensionContext context) {
            return AnnotationSupport.findAnnotation(context.getElement(), OnStack.class)
                    .filter(required -> required.value() != Stack.CURRENT)
                    .map(required -> ConditionEvaluationResult.disabled("Needs " + required.value()))
                    .orElse(ConditionEvaluationResult.enabled("The stack of this run"));
        }
    }
}
