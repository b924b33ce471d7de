"""What `import chapter47` offers: tables, answers and errors. Programs and the commands ask the same calls."""
