import json
import sys
from pathlib import Path


def load(path):
    """Read an inventory file: item name -> quantity."""
    if not path.exists():
        print("no inventory at", path)
        return {}
    return json.loads(path.read_text())


def restock(stock, item, amount):
    stock[item] = stock.get(item, 0) + amount
    print(f"{item}: {stock[item]} in stock")
    return stock


def main():
    path = Path(sys.argv[1])
    stock = load(path)
    for line in sys.stdin:
        item, amount = line.split()
        restock(stock, item, int(amount))
    path.write_text(json.dumps(stock))
    print("saved", len(stock), "items")


if __name__ == "__main__":
    main()
