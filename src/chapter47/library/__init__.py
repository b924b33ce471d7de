"""What `import chapter47` offers: tables, answers and errors. Programs and commands use the same calls."""
