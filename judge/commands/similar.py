"""`judge similar`: what the submissions of a class have in common, on this machine alone."""

from collections.abc import Sequence
from pathlib import Path

from msgspec import Struct
from rich.text import Text

from judge.base.console import complain, muted, out, print_last
from judge.base.errors import JudgeError
from judge.base.events import task
from judge.base.tables import Column, FittedTable
from judge.base.text import one_line
from judge.base.units import percent, plural
from judge.base.whole_files import write_text
from judge.commands.options.similar import SimilarOptions
from judge.contest.sources import MOST_BYTES, source_folder
from judge.languages.sources import read_file, read_folder
from judge.machine.cores import usable_cores
from judge.project.build import PACKAGES, SOLVERS, build
from judge.project.host import JudgeHost
from judge.reports.files import ReportFiles
from judge.service.class_files import Member, members_of
from judge.service.comparing import kept_pairs, pair_count
from judge.similarity.compare import ComparedSource, SimilarityAnswer, compare
from judge.similarity.inside import LEAST_OWN
from judge.similarity.standing import bound, pairs_of
from judge.store.records import FileRecord
from judge.store.similarity_records import ComparedPair, Treated

MOST_LISTED = 30
"""The most pairs in the terminal."""


class ReadMember(Struct, frozen=True):
    """A submission that was read."""

    author: str
    name: str
    """Its author's name, and its file if the author has several."""
    files: tuple[tuple[str, bytes], ...]


def similar(host: JudgeHost, options: SimilarOptions) -> int:
    """The command. Returns the exit status: 0 if no pair stands out, 1 if one does, 2 if a submission could not be
    read."""
    ReportFiles(html=options.html)  # refuses files that cannot be written before anything is compared
    for name in options.given:
        if not Path(name).exists():
            raise JudgeError(f"{name}: expected the submissions of a class, found no such file or folder.")
    with muted(options.quiet):
        members = members_of(options.given, host.tell)
        if members is None:
            raise JudgeError(
                f"{', '.join(options.given)}: expected the submissions of a class, found one solution: give the folder "
                "with one for each author, or several."
            )
        read, refused = _read(members)
        template = [(path.name, read_file(path, str(path), MOST_BYTES)) for path in options.template]
        if not host.installation.runner.exists():
            build(host, SOLVERS, problems=[PACKAGES])
        people = {author: number for number, author in enumerate(dict.fromkeys(one.author for one in read))}
        sources = [ComparedSource(people[one.author], one.files) for one in read]
        with task(host.tell, f"comparing {plural(len(read), 'submission')}"):
            answer = compare(host, sources, template=template, cores=usable_cores()[-1:])
        return _told(read, answer, people, options.html, refused)


def _told(
    read: Sequence[ReadMember],
    answer: SimilarityAnswer,
    people: dict[str, int],
    page: Path | None,
    refused: int,
) -> int:
    pairs = pairs_of(answer.pairs, [one.own for one in answer.submissions])
    enough = [
        people[one.author] for one, of in zip(read, answer.submissions, strict=True) if of.own >= LEAST_OWN
    ]
    count = pair_count(enough, [])
    least = bound([pair.share for pair in pairs], count)
    kept = kept_pairs(0, answer, pairs, least)
    remarks = _remarks(read, answer)
    if kept:
        out.print(_table(read, kept))
    for remark in remarks:
        out.print(remark, style="dim", soft_wrap=True)
    if page:
        from judge.web.similarity_page.page import ComparedMember, similarity_page

        members = [
            ComparedMember(one.name, [FileRecord(name, content) for name, content in one.files])
            for one in read
        ]
        write_text(page, similarity_page(members, kept, least, remarks, compared=len(enough)))
    standing_out = sum(pair.share >= least for pair in pairs)
    verb = "stands" if standing_out == 1 else "stand"
    print_last(f"{standing_out} of {plural(count, 'pair')} {verb} out, from {percent(least)} in common on")
    return 2 if refused else 1 if standing_out else 0


def _read(members: Sequence[Member]) -> tuple[list[ReadMember], int]:
    """The submissions, and the number that cannot be read, each of which is reported with the reason."""
    found, refused = [], 0
    authors = [one.author for one in members]
    for member in members:
        try:
            files = _files(member)
        except JudgeError as error:
            complain(f"not compared: {str(error).replace(str(member.path), member.shown)}")
            refused += 1
            continue
        name = member.author if authors.count(member.author) == 1 else f"{member.author}/{member.path.name}"
        found.append(ReadMember(member.author, one_line(name), files))
    return found, refused


def _files(member: Member) -> tuple[tuple[str, bytes], ...]:
    """Raises JudgeError."""
    source = source_folder(member.path)
    if source.is_dir():
        return tuple((one.name, one.content) for one in read_folder(source, member.shown, MOST_BYTES))
    return ((source.name, read_file(source, member.shown, MOST_BYTES)),)


def _table(read: Sequence[ReadMember], pairs: Sequence[ComparedPair]) -> FittedTable:
    shown = pairs[:MOST_LISTED]
    left = len(pairs) - len(shown)
    return FittedTable(
        "Pairs by what they have in common" + (f", the first {MOST_LISTED} of {len(pairs)}" if left else ""),
        [
            Column("share", [_share(pair) for pair in shown], 0, right=True),
            Column("first", [read[pair.first].name for pair in shown], 0, folds=True),
            Column("second", [read[pair.second].name for pair in shown], 0, folds=True),
            Column("of the first", [percent(pair.first_share) for pair in shown], 2, right=True),
            Column("of the second", [percent(pair.second_share) for pair in shown], 2, right=True),
            Column("words", [f"{pair.words:,}" for pair in shown], 3, right=True),
        ],
    )


def _share(pair: ComparedPair) -> Text:
    return Text(f"{percent(pair.share)}{' !' if pair.stands_out else ''}", "bold" if pair.stands_out else "")


def _remarks(read: Sequence[ReadMember], answer: SimilarityAnswer) -> list[str]:
    """Remarks on submissions that can be compared less reliably."""
    both = list(zip(read, answer.submissions, strict=True))
    large = [one.name for one, of in both if Treated(of.state) is Treated.TOO_LARGE]
    few = [one.name for one, of in both if Treated(of.state) is not Treated.TOO_LARGE and of.own < LEAST_OWN]
    split = [one.name for one, of in both if Treated(of.state) is Treated.SPLIT]
    return [
        f"{words}: {', '.join(names)}"
        for words, names in (
            ("too large to compare", large),
            (f"not compared, with fewer than {LEAST_OWN} words of their own", few),
            ("in a language that is not known here, so that names are compared as they are", split),
        )
        if names
    ]
