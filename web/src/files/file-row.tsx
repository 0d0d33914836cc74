// The files as a table: one row per file, and a header row that sorts.
import type { FileListItem } from '@dailies/sdk'
import { Link } from '@tanstack/react-router'
import { memo } from 'react'
import { kindName } from '../data/file-kinds.ts'
import { SortIcon } from '../ui/list-icons.tsx'
import { sizeInWords } from '../ui/size.ts'
import { Time } from '../ui/time.tsx'
import type { FileItemProps } from './file-card.tsx'
import { KindIcon, lengthOf, OpenComments } from './file-facts.tsx'
import { FileMenu } from './file-menu.tsx'
import styles from './file-row.module.css'
import { FileScrub } from './file-scrub.tsx'
import { useFiles } from './files-context.ts'
import { firstDirection, type SortType } from './files-view.ts'
import { TagMenu } from './tag-menu.tsx'
import { Tick } from './tick.tsx'
import { useFileItem } from './use-file-item.ts'

/** The class, the label and, if the API sorts by it, the sort order of a column. */
const columns: readonly (readonly [string, string, SortType?])[] = [
  ['name', 'Name', 'name'],
  ['status', 'Status', 'status'],
  ['kind', 'Kind', 'kind'],
  ['length', 'Duration'],
  ['size', 'Size', 'size'],
  ['comments', 'Comments'],
  ['author', 'Uploaded by'],
  ['date', 'Date', 'date'],
]

export function ListHeader() {
  const { view, keyword, setView } = useFiles()
  return (
    <thead className={styles.block}>
      <tr className={`${styles.row} ${styles.head}`}>
        <th scope="col" className={styles.check}>
          <span className="unseen">Selected</span>
        </th>
        {columns.map(([column, name, sort]) => {
          // Search results stay sorted by relevance.
          const sorted = sort !== undefined && view.sort === sort && keyword === undefined
          const turned = view.direction === 'asc' ? 'desc' : 'asc'
          return (
            <th
              key={column}
              scope="col"
              className={styles[column]}
              aria-sort={sorted ? (view.direction === 'asc' ? 'ascending' : 'descending') : undefined}
            >
              {sort && keyword === undefined ? (
                <button
                  type="button"
                  className={styles.sort}
                  onClick={() => setView({ sort, direction: sorted ? turned : firstDirection[sort] })}
                >
                  {name}
                  {sorted && <SortIcon up={view.direction === 'asc'} />}
                </button>
              ) : (
                name
              )}
            </th>
          )
        })}
        <th scope="col" className={styles.menu}>
          <span className="unseen">Menu</span>
        </th>
      </tr>
    </thead>
  )
}

export const FileRow = memo(function FileRow({ file, index, top, tabbable }: FileItemProps) {
  const { permissions } = useFiles()
  const item = useFileItem(file)
  const tabIndex = tabbable ? 0 : -1
  return (
    <tr
      className={`${styles.row} ${styles.file}`}
      style={{ transform: `translateY(${top}px)` }}
      aria-rowindex={index + 2}
      data-index={index}
      data-selected={item.selected || undefined}
      data-over={item.over || undefined}
      {...item.handlers}
    >
      <td className={styles.check}>
        {permissions.contribute && (
          <Tick file={file} item={item} tabIndex={tabIndex} className={styles.tick} />
        )}
      </td>
      <td className={styles.name}>
        <Thumbnail file={file} />
        <Link
          to="/files/$fileId"
          params={{ fileId: file.id }}
          className={`${styles.link} whole`}
          title={file.name}
          tabIndex={tabIndex}
          draggable={false}
        >
          {file.name}
        </Link>
        {file.stack.number > 1 && <span className={styles.revision}>v{file.stack.number}</span>}
      </td>
      <td className={styles.status}>
        <TagMenu file={file} tabIndex={tabIndex} />
      </td>
      <td className={styles.kind}>{kindName(file)}</td>
      <td className={styles.length}>{lengthOf(file)}</td>
      <td className={styles.size}>{file.byteSize !== null && sizeInWords(file.byteSize)}</td>
      <td className={styles.comments}>
        <OpenComments file={file} />
      </td>
      <td className={styles.author}>{file.author?.name}</td>
      <td className={styles.date}>
        <Time of={file.createdAt} />
      </td>
      <td className={styles.menu}>
        <FileMenu file={file} tabIndex={tabIndex} />
      </td>
    </tr>
  )
})

function Thumbnail({ file }: { file: FileListItem }) {
  const { media } = file
  return (
    <span className={styles.thumbnail}>
      {file.thumbnail ? (
        <img src={file.thumbnail} alt="" loading="lazy" decoding="async" draggable={false} />
      ) : (
        <KindIcon file={file} />
      )}
      {media?.sprite && media.durationMs !== null && (
        <FileScrub fileId={file.id} sprite={media.sprite} durationMs={media.durationMs} />
      )}
    </span>
  )
}
