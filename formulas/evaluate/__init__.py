"""Three readings of one spec that share no code: kernels, the index-only compiler, and the scalar oracle."""
