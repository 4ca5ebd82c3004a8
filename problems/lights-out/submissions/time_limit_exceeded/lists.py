# Too slow: the right method, first-row enumeration, light by light on lists of lists: a third of a
# millisecond a panel. Caught by the cases of a hundred thousand panels.


def toggle(board, row, column):
    for r, c in ((row, column), (row - 1, column), (row + 1, column), (row, column - 1), (row, column + 1)):
        if 0 <= r < 5 and 0 <= c < 6:
            board[r][c] ^= 1


def solve(lights):
    for first in range(64):
        board = [row[:] for row in lights]
        presses = [[0] * 6 for _ in range(5)]
        for row in range(5):
            for column in range(6):
                wanted = first >> column & 1 if row == 0 else board[row - 1][column]
                if wanted:
                    presses[row][column] = 1
                    toggle(board, row, column)
        if not any(board[4]):
            return presses


for k in range(1, int(input()) + 1):
    lights = [list(map(int, input().split())) for _ in range(5)]
    print(f"PUZZLE #{k}")
    for row in solve(lights):
        print(*row)
