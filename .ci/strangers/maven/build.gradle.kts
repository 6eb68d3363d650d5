// As pom.xml beside it; .ci/builds-agree builds it.
import org.springframework.boot.gradle.plugin.SpringBootPlugin

plugins {
    java
    id("org.springframework.boot") version "@spring-boot.version@"
}

group = "com.example"
version = "1.0.0"

repositories {
    mavenLocal()
    mavenCentral()
}

dependencies {
    implementation(platform(SpringBootPlugin.BOM_COORDINATES))
    implementation("io.mcpspring:mcp-spring-boot-starter:@library.version@")
    testImplementation("io.mcpspring:mcp-spring-boot-test:@library.version@")
    testRuntimeOnly("org.junit.platform:junit-platform-launcher")
}

tasks.test {
    useJUnitPlatform()
}
