'use strict';

const TAX = 0.19;

class Cart {
  constructor() {
    this.items = [];
  }

  add(name, price, count = 1) {
    console.log('adding', name);
    this.items.push({ name, price, count });
  }

  remove(name) {
    const before = this.items.length;
    this.items = this.items.filter((item) => item.name !== name);
    if (this.items.length === before) {
      console.log('not in the cart:', name);
    }
  }

  total() {
    let sum = 0;
    for (const item of this.items) {
      console.log(item.name, item.count, item.price);
      sum += item.price * item.count;
    }
    console.log('tax', sum * TAX);
    console.log('gross', sum * (1 + TAX));
    return sum * (1 + TAX);
  }
}

module.exports = { Cart };
