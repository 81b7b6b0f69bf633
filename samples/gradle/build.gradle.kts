// A Gradle build that compiles async blocks. It is checked in as a starting point and was not run:
// there was no Gradle where it was written. Its source is compiled and run by Weft's own tests.

plugins {
    application
}

repositories {
    mavenLocal() // until Weft is published; docs/guide/compiling.md says how it gets there
    mavenCentral()
}

val weftVersion = "0.1.0-SNAPSHOT"

dependencies {
    implementation("dev.weft:weft-core:$weftVersion")
    annotationProcessor("dev.weft:weft-compiler:$weftVersion")
}

java {
    toolchain {
        languageVersion = JavaLanguageVersion.of(25)
    }
}

tasks.withType<JavaCompile>().configureEach {
    // Gradle loads annotation processors and compiler plugins separately, so that the plugin can't
    // ask its processor where class files go. Say it:
    options.compilerArgs.add("-Xplugin:Weft out=${destinationDirectory.get().asFile}")
}

application {
    mainClass = "sample.Main"
    applicationDefaultJvmArgs = listOf("--add-opens", "java.base/java.lang=ALL-UNNAMED")
}
