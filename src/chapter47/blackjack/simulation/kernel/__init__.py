"""The general kernel: any table, box and side wager."""
