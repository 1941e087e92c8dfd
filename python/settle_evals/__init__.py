"""How many trials until a leaderboard of LLMs settles?"""
