"""家計簿のCSVを読み、費目ごとに合計する。"""
import csv
from collections import defaultdict


def read_rows(path):
    # 一行目は見出しなので飛ばす
    with open(path, encoding="utf-8") as f:
        rows = list(csv.reader(f))[1:]
    print("行数:", len(rows))
    return rows


def summarize(rows):
    totals = defaultdict(int)
    for date, item, amount in rows:
        if not amount:
            print("金額なし:", date, item)
            continue
        totals[item] += int(amount)  # 円単位
    return totals


def report(totals):
    print("--- 合計 ---")
    for item, total in sorted(totals.items()):
        print(item, total)
    print("全体:", sum(totals.values()))
    print("おわり")
