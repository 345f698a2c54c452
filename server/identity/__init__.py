"""Who calls: passwords, our own tokens, an outside issuer's tokens, and accounts."""
