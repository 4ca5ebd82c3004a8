"""Problems as packages for other judges: one module a format, each of which writes what the same model holds."""
