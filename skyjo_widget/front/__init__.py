"""What every widget of the package needs: its code, its messages, its layout."""
