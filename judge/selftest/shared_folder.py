"""The folder of data that several files of tests share, and that each file by itself would make again."""

SHARED = "WARP_JUDGE_TEST_SHARED"
"""The variable that names it."""
