package io.mcpspring.architecture;

import com.tngtech.archunit.ArchConfiguration;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;

/** The classes of the module without its tests, read once. */
final class ProjectClasses {

    static final String BASE = "io.mcpspring";

    static final JavaClasses ALL = read();

    private ProjectClasses() {}

    private static JavaClasses read() {
        // The rules need only the names of classes in other libraries, and reading those libraries takes long.
        ArchConfiguration.get().setResolveMissingDependenciesFromClassPath(false);
        return new ClassFileImporter()
                .withImportOption(new ImportOption.DoNotIncludeTests())
                .importPackages(BASE);
    }

    static String inside(String packageName) {
        return BASE + "." + packageName + "..";
    }
}
