plugins {
    `java-library`
}

description = "An authorization server for tests and samples."

dependencies {
    api(libs.spring.boot.starter.security.oauth2.authorization.server)
}
