"""Cuts a chat transcript into turns, for models that use the im_start markup."""
import re

START = "<|im_start|>"
END = "<|im_end|>"
TURN = re.compile(r"<\|im_start\|>(\w+)\n(.*?)<\|im_end\|>", re.S)

SAMPLE = """<|im_start|>user
Hello!<|im_end|>
<|im_start|>assistant
"""


def turns(text):
    found = TURN.findall(text)
    print("turns:", len(found))
    return found


def check(text):
    if text.count(START) != text.count(END):
        print("unbalanced", START, "and", END)
        return False
    print("balanced")
    return True


if __name__ == "__main__":
    print("checking the sample")
    check(SAMPLE)
    for role, said in turns(SAMPLE):
        print(role, "said", said)
    print("<|endoftext|>")
