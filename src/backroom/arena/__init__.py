"""Bots against bots, by the thousand: how games come out, and what that says about them."""
