"""One module per section: cards 3.1, wagers 3.2, payout 3.3, opening 3.4, shuffle and cut 3.5, and the later
sections."""
