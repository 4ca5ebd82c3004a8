"""Which pairs stand out, and who belongs together."""

from judge.similarity.standing import LEAST_SHARE, bound, groups, histogram, pairs_of


def test_shares_are_of_own_words_both_ways_and_the_largest_comes_first() -> None:
    found = pairs_of([(0, 1, 60, 50), (0, 2, 90, 90), (1, 3, 10, 10)], [100, 200, 100, 59])
    assert [(one.first, one.second, one.first_share, one.second_share, one.words) for one in found] == [
        (0, 2, 0.9, 0.9, 90),
        (0, 1, 0.6, 0.25, 50),
    ]


def test_a_copy_is_not_hidden_by_what_is_written_around_it() -> None:
    padded, alike = pairs_of([(0, 1, 95, 95), (0, 2, 60, 60)], [100, 1000, 100])
    assert (padded.second, alike.second) == (1, 2)
    assert (padded.share, alike.share) == (0.95, 0.6)


def test_pairs_with_nothing_in_common_show_what_is_usual() -> None:
    found = [0.62 + 0.01 * number for number in range(20)]
    assert bound(found, 435) == LEAST_SHARE
    assert bound(found, len(found)) > max(found)


def test_a_pair_stands_out_of_its_class() -> None:
    usual = [0.04 * (number % 5) for number in range(400)]
    assert bound(usual, 435) == LEAST_SHARE
    alike = [0.5 + 0.002 * (number % 100) for number in range(435)]
    assert bound(alike, 435) > 0.9, "where all solutions are alike, being alike is nothing"
    assert bound([0.9, 0.9], 3) == LEAST_SHARE, "of few pairs nothing is known"


def test_copies_do_not_hide_themselves() -> None:
    """A group of ten of thirty that have one source: 45 of 435 pairs."""
    assert bound([1.0] * 45 + [0.1] * 390, 435) == LEAST_SHARE


def test_each_pair_is_in_the_histogram() -> None:
    found = histogram([0.0, 0.04, 0.05, 0.62, 1.0], 10)
    assert (found[0], found[1], found[12], found[19]) == (7, 1, 1, 1)
    assert sum(found) == 10


def test_groups_are_connected() -> None:
    assert groups([(1, 2), (5, 6), (2, 9)]) == [(1, 2, 9), (5, 6)]
    assert groups([]) == []
    chain = [(number, number + 1) for number in range(5000)]
    assert [len(one) for one in groups(chain)] == [5001]
