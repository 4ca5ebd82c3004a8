"""The languages of submissions: their commands, compiling, and whether they work here."""
