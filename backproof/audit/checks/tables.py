"""Tables against what they show: weights that sum to one, targets one step ahead of what is seen."""

from __future__ import annotations

import itertools
import re
from collections.abc import Iterator, Sequence

from backproof.lazy import pattern

from ..findings import Finding, Span
from . import Case
from .claims.ranges import false_range
from .grids import Grid, TextLine, grids, table, text_lines

_WEIGHTS = pattern(r"注意力|关注|attention|权重|\bweights?\b|softmax|概率|probabilit", re.IGNORECASE)
_NOT_WEIGHTS = pattern(
    r"未归一|没有归一|unnormali[sz]ed|before softmax|softmax\s?之?前|得分矩阵|score matrix|logits|权重矩阵|weight matri"
    r"|梯度|gradient|one-hot|embedding|词嵌入",
    re.IGNORECASE,
)
_COLUMNS = pattern(
    r"每一?列|各列|按列|列和|each column|columns? sums?|column[- ]wise|along (?:the )?columns", re.IGNORECASE
)
_SEEN = pattern(r"看到|可见|看见|visible|\bsees?\b|attend|已知|输入|\binput|context|上文|历史", re.IGNORECASE)
_TARGET = pattern(r"预测|目标|标签|target|label|predict|\bnext\b|输出|\boutput", re.IGNORECASE)
_RANGE = pattern(r"值域|范围|\brange\b", re.IGNORECASE)
_DERIVED = pattern(r"导数|梯度|derivative|gradient|输入|input|定义域|domain", re.IGNORECASE)
LINES_BACK = 6
_LOSS = "transformer.next_token_loss"


def check(case: Case) -> Iterator[Finding]:
    """BP501 for weights that do not sum to one, BP504 for targets that are not the next token, BP410 for ranges."""
    lines = text_lines(case.note)
    for grid in grids(case.note):
        yield from _sums(grid, lines)
    for header, rows in table(lines):
        yield from _targets(header, rows)
        yield from _ranges(header, rows)


def _sums(grid: Grid, lines: Sequence[TextLine]) -> Iterator[Finding]:
    """A row (or column, as the note has it) off by more than rounding, beside others that sum to one."""
    if grid.marks or any(not 0 <= x <= 1 for row in grid.rows for x in row) or not _decimal(grid):
        return
    near = [t.text for t in lines if grid.span.line - LINES_BACK <= t.span.line <= grid.span.end_line + 1]
    said = "\n".join(near) + grid.notes
    if not _WEIGHTS.search(said) or _NOT_WEIGHTS.search(said):
        return
    digits = max(len(x.partition(".")[2]) for row in grid.printed for x in row)
    rows, columns = (
        [_excess(c, digits) for c in cells] for cells in (grid.printed, [*zip(*grid.printed, strict=True)])
    )
    by_columns = bool(_COLUMNS.search(said)) or (not any(columns) and any(rows))
    off = _off(columns if by_columns else rows, digits, len(grid.rows if by_columns else grid.rows[0]))
    for place in off:
        yield _sum_finding(grid, place, by_columns, digits)


def _off(excess: list[int], digits: int, terms: int) -> list[int]:
    """Places whose sum is off by more than rounding may do, if no more than half are; with one digit, where rounding is
    no excuse for numbers that were made up, also the only place that is off at all."""
    beyond = [i for i, x in enumerate(excess) if 2 * abs(x) > terms]
    inexact = [i for i, x in enumerate(excess) if x]
    if digits == 1 and len(inexact) == 1 < len(excess):
        return inexact
    return beyond if len(excess) > 1 and 2 * len(beyond) <= len(excess) else []


def _excess(cells: Sequence[str], digits: int) -> int:
    """By how much the sum differs from 1, in units of the last printed place."""
    return round((sum(map(float, cells)) - 1) * 10**digits)


def _decimal(grid: Grid) -> bool:
    """Some numbers with a point: zeros and ones alone may be anything."""
    return sum("." in x for row in grid.printed for x in row) * 2 >= sum(map(len, grid.printed))


def _sum_finding(grid: Grid, place: int, by_columns: bool, digits: int) -> Finding:
    cells = [row[place] for row in grid.printed] if by_columns else grid.printed[place]
    total = f"{sum(map(float, cells)):.{digits}f}"
    span = grid.span if by_columns else grid.spans[place]
    fields = {
        "which": {"en": "column" if by_columns else "row", "zh": "列" if by_columns else "行"},
        "place": place + 1,
        "total": total,
        "terms": " + ".join(cells),
    }
    evidence = {"kind": "numbers", "sum": total, "formula": "attention.weights", "theorem": "attention.weights"}
    return Finding("BP501", span, fields, evidence, "attention.weights")


# ---- who sees whom
def _targets(header: list[str], rows: list[tuple[list[str], TextLine]]) -> Iterator[Finding]:
    """Rows whose list of seen tokens grows by one: what is added next is what the row before had to predict."""
    seen, target = _column(header, _SEEN, _TARGET), _column(header, _TARGET, _SEEN)
    if seen is None or target is None:
        return
    lists = [_tokens(cells[seen]) for cells, _ in rows]
    aims = [cells[target].strip(" `\"'“”$") for cells, _ in rows]
    if len(rows) < 3 or not all(len(b) == len(a) + 1 for a, b in itertools.pairwise(lists)):
        return
    broken = [i for i in range(1, len(rows)) if lists[i][:-1] != lists[i - 1]]
    if len(broken) > 1:  # a window that moves, not a text that grows
        return
    for at, (aim, (_, line)) in enumerate(zip(aims, rows, strict=True)):
        wanted = _successor(lists[at]) if at + 1 == len(rows) else lists[at + 1][-1]
        if at in broken:
            yield _shift_finding(line.span, ", ".join(lists[at]), ", ".join([*lists[at - 1], lists[at][-1]]))
        elif aim and wanted is not None and aim != wanted and _known(aim, lists):
            yield _shift_finding(line.span, aim, wanted)


# ---- ranges of functions
def _ranges(header: list[str], rows: list[tuple[list[str], TextLine]]) -> Iterator[Finding]:
    """A table with a column of ranges, by functions named in the first column."""
    column = _column(header, _RANGE, _DERIVED)
    for cells, line in rows if column is not None else ():
        fields = false_range(cells[0], cells[column or 0])
        if fields is not None and column:
            evidence = {
                "kind": "table",
                "written": cells[column],
                "right": fields["range"],
                "theorem": "activations.ranges",
            }
            yield Finding(
                "BP410", line.span, {"quote": cells[column], **fields}, evidence, f"activation.{fields['function']}"
            )


def _column(header: list[str], wanted: re.Pattern[str], other: re.Pattern[str]) -> int | None:
    found = [i for i, cell in enumerate(header) if wanted.search(cell) and not other.search(cell)]
    return found[0] if len(found) == 1 else None


def _tokens(cell: str) -> list[str]:
    parts = (t.strip(" `\"'“”[]()$") for t in re.split(r"[,，、]\s*|\s+", cell.strip(" []()$")))
    return [t for t in parts if t]


def _successor(tokens: list[str]) -> str | None:
    """``t6`` after ``t4, t5``."""
    m = re.fullmatch(r"(\D*?)(\d+)(\}?)", tokens[-1]) if tokens else None
    return f"{m[1]}{int(m[2]) + 1}{m[3]}" if m and len(tokens) > 1 else None


def _known(aim: str, lists: list[list[str]]) -> bool:
    """Whether a target is of the kind of the seen tokens, so that another one can be called wrong."""
    kinds = {re.sub(r"\d+", "#", token) for tokens in lists for token in tokens}
    return any(aim in tokens for tokens in lists) or (re.sub(r"\d+", "#", aim) in kinds and "#" in "".join(kinds))


def _shift_finding(span: Span, written: str, right: str) -> Finding:
    fields = {"written": written, "right": right}
    evidence = {"kind": "table", **fields, "formula": _LOSS, "theorem": "transformer.decoder_causal"}
    return Finding("BP504", span, fields, evidence, _LOSS)
