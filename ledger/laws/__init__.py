"""The scores a director may award (Law 12), the paragraphs that allow them, and regulations. Pure."""
