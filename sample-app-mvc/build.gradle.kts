plugins {
    java
    alias(libs.plugins.spring.boot)
}

description = "The sample as a Spring MVC application."

dependencies {
    implementation(project(":mcp-spring-boot-starter-webmvc"))
    implementation(project(":authorization-server"))
    implementation(libs.spring.boot.starter.actuator)
    implementation(libs.spring.boot.starter.jdbc)
    implementation(libs.spring.boot.starter.security.oauth2.resource.server)
    implementation(libs.spring.boot.starter.validation)
    implementation(libs.commons.csv)
    implementation(libs.xchart) {
        // Vector formats and animated GIFs; charts are drawn as PNG.
        exclude(group = "de.erichseifert.vectorgraphics2d", module = "VectorGraphics2D")
        exclude(group = "de.rototor.pdfbox", module = "graphics2d")
        exclude(group = "com.madgag", module = "animated-gif-lib")
    }

    runtimeOnly(libs.h2)
    runtimeOnly(libs.micrometer.registry.prometheus)

    testImplementation(libs.spring.boot.starter.webmvc.test)
    testImplementation(project(":mcp-spring-boot-test"))
    testImplementation(libs.mcp.sdk) {
        // The starter brings it, in our version.
        exclude(group = "com.networknt", module = "json-schema-validator")
    }
}

sourceSets {
    main {
        java.setSrcDirs(listOf("../sample-app/src/main/java", "src/main/java"))
        resources.setSrcDirs(listOf("../sample-app/src/main/resources", "src/main/resources"))
    }
    test {
        java.setSrcDirs(listOf("../sample-app/src/test/java"))
    }
}

springBoot {
    mainClass = "io.mcpspring.sample.DataDeskApplication"
    buildInfo {
        // With the time in it nothing would ever be up to date.
        excludes = setOf("time")
    }
}

tasks.test {
    filter {
        // The others do not call the server, so that they are the same on both web stacks.
        listOf("DataDeskTests", "DeskCallsTests", "SavedTablesTests", "TableResourcesTests").forEach {
            includeTestsMatching("*.$it")
        }
    }
}

tasks.bootJar {
    archiveFileName = "sample-app.jar"
}

tasks.jar {
    enabled = false
}
