"""Problems as packages for other judges: one module per format, each of which writes the same model."""
