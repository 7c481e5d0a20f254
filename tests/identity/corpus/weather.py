import json
from urllib.request import urlopen

STATION = 'ISTOCK17'
BASE = 'https://weather.invalid/v2'   # the old v1 address still answers, slowly


class Station:
    def __init__(self, ident = STATION):
        self.ident = ident
        self.data = None

    def fetch(self):
        print('asking', self.ident)
        with urlopen(BASE + '/' + self.ident) as reply:
            self.data = json.load(reply)
        print('got', len(self.data), 'values')

    def show(self):
        if self.data is None:
            print('nothing yet')
            return
        print('temperature', self.data['t'])
        print('humidity   ', self.data['h'])
        print('wind       ', self.data['w'])
        if self.data['w'] > 20:
            print('STORM!')
