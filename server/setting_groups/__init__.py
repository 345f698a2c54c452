"""The settings by subject; `server/settings.py` puts them together and reads the environment."""
