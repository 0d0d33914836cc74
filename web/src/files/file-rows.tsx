// The files as cards or as a table. Only those near the viewport are rendered, however many there are.
import type { FileListItem } from '@dailies/sdk'
import { useEffect, useMemo, useRef, useState } from 'react'
import { kindNames, kindOf } from '../data/file-kinds.ts'
import { useStore } from '../data/store.ts'
import { statusName } from '../ui/status.tsx'
import { FileCard } from './file-card.tsx'
import { layRows, type Row, rowOf } from './file-layout.ts'
import { FileRow, ListHeader } from './file-row.tsx'
import styles from './file-rows.module.css'
import { useFiles } from './files-context.ts'
import { useListKeys } from './list-keys.ts'
import { layoutOf, useBox, useVirtualRows } from './virtual-rows.ts'

export function FileRows({
  files,
  stale,
  hasMore,
  loadMore,
}: {
  files: readonly FileListItem[]
  /** Whether this is the previous list, shown until the requested one has loaded. */
  stale: boolean
  hasMore: boolean
  /** undefined while a page is loading. */
  loadMore: (() => void) | undefined
}) {
  const { view, selection } = useFiles()
  const isList = view.view === 'list'
  const element = useRef<HTMLUListElement & HTMLTableSectionElement>(null)
  const box = useBox(element)
  const layout = layoutOf(box, isList)
  const labels = useGroupLabels(files)
  const rows = useMemo(
    () => layRows(files.length, layout.columns, labels),
    [files.length, layout.columns, labels],
  )
  const [activeId, activate] = useState<string>()
  const found = files.findIndex(({ id }) => id === activeId)
  const active = found < 0 ? 0 : found
  const { items, height, scrollToRow } = useVirtualRows(rows, box, layout, rowOf(rows, active))
  const { onKeyDown, onFocus } = useListKeys({ files, rows, element, activate, scrollToRow })
  const nearEnd = (items.at(-1)?.index ?? 0) >= rows.length - (isList ? 25 : 6)
  useEffect(() => {
    if (nearEnd && hasMore) loadMore?.()
  }, [nearEnd, hasMore, loadMore])

  const of = hasMore ? -1 : files.length
  const draw = (row: Row | undefined, top: number) => {
    if (!row) return []
    if (row.kind === 'group')
      return [<GroupHeading key={`group ${row.label}`} {...{ label: row.label, top, isList }} />]
    return files.slice(row.start, row.end).map((file, column) => {
      const index = row.start + column
      const place = { file, index, of, top, tabbable: index === active }
      if (isList) return <FileRow key={file.id} {...place} />
      const left = column * (layout.cardWidth + layout.gap)
      return <FileCard key={file.id} {...place} left={left} width={layout.cardWidth} />
    })
  }
  // One flat array: React identifies nested items by position, and would create every card again when a row is added or
  // removed.
  const body = box.width > 0 && items.flatMap(({ index, start }) => draw(rows[index], start))
  const selecting = useStore(selection, (state) => state.selecting)
  const props = {
    ref: element,
    'data-selecting': selecting || undefined,
    className: styles.rows,
    style: { height },
    'aria-busy': stale,
    onKeyDown,
    onFocus,
  }
  if (!isList) {
    return (
      <ul {...props} aria-label="Files">
        {body}
      </ul>
    )
  }
  return (
    <table aria-label="Files" aria-rowcount={of < 0 ? -1 : of + 1} className={styles.table}>
      <ListHeader />
      <tbody {...props}>{body}</tbody>
    </table>
  )
}

function GroupHeading({ label, top, isList }: { label: string; top: number; isList: boolean }) {
  const style = { transform: `translateY(${top}px)` }
  if (!isList) {
    return (
      <li className={styles.group} style={style}>
        <h3>{label}</h3>
      </li>
    )
  }
  return (
    <tr className={styles.group} style={style}>
      <th scope="rowgroup">{label}</th>
    </tr>
  )
}

/** The group label of each file; undefined if files are not grouped. */
function useGroupLabels(files: readonly FileListItem[]): string[] | undefined {
  const { view } = useFiles()
  return useMemo(() => {
    if (view.group === 'none') return undefined
    return files.map((file) => {
      if (view.group === 'status') return statusName(file.tag)
      return view.group === 'kind' ? kindNames[kindOf(file)] : (file.author?.name ?? 'Former members')
    })
  }, [files, view.group])
}
