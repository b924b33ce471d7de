"""How the tables of the database came to be, one revision after the other."""
