"""Small dense matrices, for teaching; numpy is the thing to use in earnest."""


class Matrix:
    def __init__(self, rows):
        self.rows = [list(r) for r in rows]

    @property
    def shape(self):
        return len(self.rows), len(self.rows[0])

    def transpose(self):
        return Matrix(zip(*self.rows))

    def __add__(self, other):
        if self.shape != other.shape:
            raise ValueError("shapes differ")
        return Matrix(
            [a + b for a, b in zip(mine, theirs)]
            for mine, theirs in zip(self.rows, other.rows)
        )

    def __matmul__(self, other):
        columns = other.transpose().rows
        return Matrix(
            [sum(a * b for a, b in zip(row, col)) for col in columns]
            for row in self.rows
        )

    def __repr__(self):
        return f"Matrix({self.rows})"
