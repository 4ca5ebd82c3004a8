int ÿşÀmain() { return "ÿ"; }
