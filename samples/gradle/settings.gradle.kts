rootProject.name = "weft-sample"
