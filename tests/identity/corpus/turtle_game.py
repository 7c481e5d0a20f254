import turtle

pen = turtle.Turtle()
pen.speed(0)


def star(size, color):
    pen.color(color)
    pen.begin_fill()
    for _ in range(5):
        pen.forward(size)
        pen.right(144)
    pen.end_fill()


def jump(x, y):
    pen.penup()
    pen.goto(x, y)
    pen.pendown()


jump(-100, 50)
star(80, "gold")
jump(60, -20)
star(40, "orange")
jump(0, 120)
star(20, "red")
pen.hideturtle()
turtle.done()
