package io.mcpspring.support;

import io.mcpspring.protocol.ProtocolVersion;
import java.util.List;
import java.util.function.Predicate;
import java.util.stream.Stream;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.params.provider.AnnotationBasedArgumentsProvider;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.ArgumentsProvider;
import org.junit.jupiter.params.support.ParameterDeclarations;

/** The revisions for which tests run: in quick extent, the newest one with sessions and the newest one without. */
public final class Revisions {

    private Revisions() {}

    /** Returns the revisions for which a test runs that combines them with other parameters. */
    public static List<ProtocolVersion> every() {
        return matching(version -> true);
    }

    private static List<ProtocolVersion> matching(Predicate<ProtocolVersion> condition) {
        List<ProtocolVersion> versions =
                Stream.of(ProtocolVersion.values()).filter(condition).toList();
        return versions.stream()
                .filter(version -> Extent.CURRENT != Extent.QUICK || isNewestOfItsEra(version, versions))
                .toList();
    }

    private static Stream<Arguments> arguments(Predicate<ProtocolVersion> condition) {
        return matching(condition).stream().map(Arguments::of);
    }

    // These two differ most.
    private static boolean isNewestOfItsEra(ProtocolVersion version, List<ProtocolVersion> versions) {
        return versions.stream()
                .noneMatch(other -> other.isModern() == version.isModern() && other.compareTo(version) > 0);
    }

    static final class Every extends AnnotationBasedArgumentsProvider<EveryRevision> {

        @Override
        protected Stream<Arguments> provideArguments(
                ParameterDeclarations parameters, ExtensionContext context, EveryRevision annotation) {
            return arguments(version -> version.isAtLeast(annotation.since()));
        }
    }

    static final class Legacy extends AnnotationBasedArgumentsProvider<LegacyRevisions> {

        @Override
        protected Stream<Arguments> provideArguments(
                ParameterDeclarations parameters, ExtensionContext context, LegacyRevisions annotation) {
            return arguments(version -> !version.isModern() && version.isAtLeast(annotation.since()));
        }
    }

    static final class Modern implements ArgumentsProvider {

        @Override
        public Stream<Arguments> provideArguments(ParameterDeclarations parameters, ExtensionContext context) {
            return arguments(ProtocolVersion::isModern);
        }
    }
}
