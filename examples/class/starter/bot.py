"""What everybody was given: reads questions, answers with a move."""
import json
import sys


def choose(question):
    """The move to play: one of question["legal"]."""
    return question["legal"][0]


for line in sys.stdin:
    print(choose(json.loads(line)), flush=True)
