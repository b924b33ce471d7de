"""The exact price of baccarat: every order of six cards, counted."""
