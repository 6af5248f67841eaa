"""What the engine itself makes of card files, exactly: loader, costs, macros."""
