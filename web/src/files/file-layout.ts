// The layout of files: rows of as many as fit; each group begins a new row.

export type Row = { kind: 'group'; label: string } | { kind: 'files'; start: number; end: number }

/** `labels`: the group of each file in order; undefined: one list without groups. */
export function layRows(count: number, columns: number, labels: readonly string[] | undefined): Row[] {
  const rows: Row[] = []
  for (let start = 0; start < count; ) {
    const label = labels?.[start]
    if (labels && (start === 0 || labels[start - 1] !== label)) rows.push({ kind: 'group', label: label! })
    let end = start + 1
    while (end < count && end - start < columns && labels?.[end] === label) end++
    rows.push({ kind: 'files', start, end })
    start = end
  }
  return rows
}

export function rowOf(rows: readonly Row[], index: number): number {
  return rows.findIndex((row) => row.kind === 'files' && row.start <= index && index < row.end)
}

/** The file that a key moves to from the file at `index`; undefined if the key does not move. */
export function placeAfter(rows: readonly Row[], index: number, key: string): number | undefined {
  const fileRows = rows.filter((row) => row.kind === 'files')
  const at = fileRows.findIndex(({ start, end }) => start <= index && index < end)
  const last = (fileRows.at(-1)?.end ?? 0) - 1
  if (at < 0) return undefined
  const vertical = (to: number) => {
    const row = fileRows[to]
    return row && Math.min(row.start + index - fileRows[at]!.start, row.end - 1)
  }
  if (key === 'ArrowRight') return Math.min(index + 1, last)
  if (key === 'ArrowLeft') return Math.max(index - 1, 0)
  if (key === 'ArrowDown') return vertical(at + 1) ?? last
  if (key === 'ArrowUp') return vertical(at - 1) ?? index
  if (key === 'Home') return 0
  return key === 'End' ? last : undefined
}
