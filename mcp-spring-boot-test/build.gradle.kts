plugins {
    `java-library`
    `maven-publish`
}

description = "Tests the Model Context Protocol (MCP) server of a Spring Boot application as its clients use it."

configurations {
    // What is optional for users is there in the tests.
    testImplementation {
        extendsFrom(configurations.compileOnly.get())
    }
}

dependencies {
    api(project(":mcp-spring-boot-autoconfigure"))
    api(libs.spring.boot.starter.test)
    implementation(libs.json.schema.validator) {
        // Schemas are JSON here; the validator works without its YAML reader.
        exclude(group = "tools.jackson.dataformat", module = "jackson-dataformat-yaml")
        // Spring Boot says which version of these it is.
        exclude(group = "tools.jackson.core", module = "jackson-databind")
        exclude(group = "org.slf4j", module = "slf4j-api")
    }

    compileOnly(libs.jakarta.servlet.api)
    compileOnly(libs.spring.security.core)

    annotationProcessor(libs.error.prone.core)
    annotationProcessor(libs.nullaway)

    testImplementation(project(":mcp-spring-boot-starter"))
    testImplementation(project(":mcp-spring-boot-starter-webmvc"))
    testImplementation(libs.spring.boot.starter.validation)
    testImplementation(libs.archunit)
}

// Nullness of type arguments and arrays, which NullAway reads from class files on newer JDKs only.
val jspecify = JavaVersion.current().isCompatibleWith(JavaVersion.VERSION_22)

tasks.compileJava {
    // Of Error Prone's checks only NullAway's.
    options.compilerArgs.addAll(
        listOf(
            "-XDcompilePolicy=simple",
            "--should-stop=ifError=FLOW",
            "-Xplugin:ErrorProne -XepDisableAllChecks -Xep:NullAway:ERROR -XepOpt:NullAway:OnlyNullMarked=true" +
                " -XepOpt:NullAway:JSpecifyMode=$jspecify",
        ),
    )
    // Opens the compiler to Error Prone; it runs too briefly to be worth the time of the better JIT compiler.
    options.isFork = true
    options.forkOptions.jvmArgs!!.addAll(
        listOf(
            "--add-exports=jdk.compiler/com.sun.tools.javac.api=ALL-UNNAMED",
            "--add-exports=jdk.compiler/com.sun.tools.javac.file=ALL-UNNAMED",
            "--add-exports=jdk.compiler/com.sun.tools.javac.main=ALL-UNNAMED",
            "--add-exports=jdk.compiler/com.sun.tools.javac.model=ALL-UNNAMED",
            "--add-exports=jdk.compiler/com.sun.tools.javac.parser=ALL-UNNAMED",
            "--add-exports=jdk.compiler/com.sun.tools.javac.processing=ALL-UNNAMED",
            "--add-exports=jdk.compiler/com.sun.tools.javac.tree=ALL-UNNAMED",
            "--add-exports=jdk.compiler/com.sun.tools.javac.util=ALL-UNNAMED",
            "--add-opens=jdk.compiler/com.sun.tools.javac.code=ALL-UNNAMED",
            "--add-opens=jdk.compiler/com.sun.tools.javac.comp=ALL-UNNAMED",
            "-XX:TieredStopAtLevel=1",
            "-XX:+UseSerialGC",
        ),
    )
}

tasks.jar {
    manifest {
        attributes("Automatic-Module-Name" to "io.mcpspring.test")
    }
}

publishing {
    publications.named<MavenPublication>("library") {
        pom {
            name = "MCP Spring Boot Test"
            description = project.description
        }
    }
}
