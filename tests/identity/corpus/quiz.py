from random import shuffle

QUESTIONS = [
    ("capital of Peru", "lima"),
    ("7 * 8", "56"),
    ("largest planet", "jupiter"),
]


def ask(question, answer):
    reply = input(question + "? ").strip().lower()
    if reply == answer:
        print("Right!")
        return 1
    print("No, it is", answer)
    return 0


def main():
    score = 0
    shuffle(QUESTIONS)
    print("Three questions.")
    for question, answer in QUESTIONS:
        score += ask(question, answer)
    print("Your score:", score)
    if score == len(QUESTIONS):
        print("Perfect.")
    elif score == 0:
        print("Oh dear.")
    print("Bye")


main()
