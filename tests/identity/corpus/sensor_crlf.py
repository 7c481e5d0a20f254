# -*- coding: utf-8 -*-
# 温度センサーの値を読んで記録する
import time

LIMIT = 40


def read_sensor(bus, address):
    raw = bus.read(address)
    print("raw", raw)
    return raw / 16.0  # 摂氏に直す


def watch(bus, address, seconds):
    # 上限を超えたら警告を出す
    for _ in range(seconds):
        value = read_sensor(bus, address)
        print("value", value)
        if value > LIMIT:
            print("too hot!")
        elif value < 0:
            print("freezing")
        else:
            print("ok")
        time.sleep(1)
    print("stopped")
