"""The smallest bot that plays every game: one JSON object a line in, one move a line out.

Check it:  poda check-bot json:'python3 json_bot.py' --game boom
Play it:   poda match json:'python3 json_bot.py' random --game boom
"""
import json
import random
import sys

for line in sys.stdin:
    question = json.loads(line)
    # The same seed and the same moves give the same answer, so that games can be repeated.
    chance = random.Random(f"{question['seed']} {question['moves']}")
    print(chance.choice(question["legal"]), flush=True)
