"""What is printed: findings as text or JSON, the catalog as a sheet."""
