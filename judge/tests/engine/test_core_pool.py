"""Free cores: the nearest first, otherwise in turn; who waits gets the next one, or none when all is over."""

import threading

from judge.engine.core_pool import CorePool


def test_the_nearest_free_core_is_taken() -> None:
    pool = CorePool(range(4))
    near_the_end = {0: 21, 1: 21, 2: 10, 3: 10}
    assert [pool.take(near_the_end) for _ in range(3)] == [2, 3, 0]


def test_a_core_of_unknown_distance_comes_last() -> None:
    pool = CorePool([5, 6])
    assert pool.take({6: 40}) == 6
    assert pool.take({6: 40}) == 5


def test_without_distances_cores_take_turns() -> None:
    pool = CorePool([1, 2])
    first = pool.take({})
    assert first == 1
    pool.give(first)
    assert pool.take({}) == 2


def test_who_waits_gets_the_next_core_or_none() -> None:
    pool = CorePool()
    found: list[int | None] = []
    for _ in range(2):
        waiting = threading.Thread(target=lambda: found.append(pool.take({})))
        waiting.start()
        if found:
            pool.close()
        else:
            pool.give(3)
        waiting.join(10)
        assert not waiting.is_alive()
    assert found == [3, None]
