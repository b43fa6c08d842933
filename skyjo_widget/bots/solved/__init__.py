"""Small boards of Skyjo for two seats that are solved: their positions and the worth of actions."""
