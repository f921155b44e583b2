"""What a director may award (Law 12), under which paragraph, by which regulations. Pure."""
