// Deleted records, each with its way back.
import type { TrashEntry } from '@dailies/sdk'
import { useMutation, useQueryClient, useSuspenseInfiniteQuery } from '@tanstack/react-query'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { client } from '../data/client.ts'
import { itemsOf } from '../data/lists.ts'
import { Button } from '../ui/button.tsx'
import { ConfirmDialog } from '../ui/confirm-dialog.tsx'
import { MoreIcon } from '../ui/icons.tsx'
import { CommentIcon, ReviewIcon } from '../ui/list-icons.tsx'
import { LoadMore } from '../ui/load-more.tsx'
import { Menu, MenuItem } from '../ui/menu.tsx'
import { DocumentIcon, FolderIcon, SparkIcon } from '../ui/object-icons.tsx'
import { Time } from '../ui/time.tsx'
import { showDone } from '../ui/toasts.tsx'
import { contentsOf, daysLeft, titleOf } from './entry-text.ts'
import styles from './trash-list.module.css'
import { trashQuery } from './trash-query.ts'
import { useRestore } from './use-restore.ts'

/** The trash of a project; null for that of the workspace, with its skills. */
type Place = { projectId: string | null }

export function TrashList({
  projectId,
  mayPurge,
  empty,
}: Place & {
  /** Whether the person may delete for good. */
  mayPurge: boolean
  /** Shown instead of an empty list. */
  empty: ReactNode
}) {
  const list = useSuspenseInfiniteQuery(trashQuery(projectId))
  const entries = itemsOf(list.data)
  const section = useRef<HTMLElement>(null)
  const shown = useRef(entries.length)
  useEffect(() => {
    // The focused button is gone with its row: the keyboard goes on from the list.
    if (entries.length < shown.current && document.activeElement === document.body) section.current?.focus()
    shown.current = entries.length
  }, [entries.length])
  return (
    <section ref={section} tabIndex={-1} className={styles.section} aria-label="Trash">
      {entries.length === 0 ? (
        empty
      ) : (
        <>
          {projectId !== null && <h2>Trash</h2>}
          <p className={styles.about}>
            Each record stays here for the days shown, and counts towards the storage of the workspace. Then
            it is deleted for good.
          </p>
          <ul className={styles.list} aria-label="Deleted records">
            {entries.map((entry) => (
              <EntryRow key={entry.id} {...{ projectId, entry, mayPurge }} />
            ))}
          </ul>
          {list.hasNextPage && (
            <LoadMore busy={list.isFetchingNextPage} onMore={() => void list.fetchNextPage()} />
          )}
        </>
      )}
    </section>
  )
}

const icons: Record<TrashEntry['kind'], () => ReactNode> = {
  FILE: DocumentIcon,
  FOLDER: FolderIcon,
  COMMENT: CommentIcon,
  VERSION: ReviewIcon,
  SKILL: SparkIcon,
}

type RowProps = Place & { entry: TrashEntry }

function EntryRow({ projectId, entry, mayPurge }: RowProps & { mayPurge: boolean }) {
  const [purging, setPurging] = useState(false)
  const title = titleOf(entry)
  const restore = useRestore({ kind: entry.kind, id: entry.record.id, name: title, projectId })
  const days = daysLeft(entry)
  const Icon = icons[entry.kind]
  return (
    <li className={styles.row}>
      <span className={styles.icon}>
        <Icon />
      </span>
      <div className={styles.what}>
        <p className={styles.name}>{title}</p>
        <p className={styles.facts}>
          {contentsOf(entry)}
          {entry.path !== null && ` · in ${entry.path}`}
        </p>
        <p className={styles.facts}>
          Deleted <Time of={entry.deletedAt} />
          {entry.deletedBy && ` by ${entry.agent ? 'an agent for ' : ''}${entry.deletedBy.name}`}
        </p>
      </div>
      <span className={days <= 3 ? styles.soon : styles.days}>
        {days === 1 ? '1 day left' : `${days} days left`}
      </span>
      <span className={styles.actions}>
        <Button
          small
          busy={restore.isPending}
          aria-label={`Restore ${title}`}
          onClick={() => restore.mutate()}
        >
          Restore
        </Button>
        {mayPurge && (
          <Menu label={`Options for ${title}`} trigger={<MoreIcon />}>
            <MenuItem danger onClick={() => setPurging(true)}>
              Delete for good…
            </MenuItem>
          </Menu>
        )}
      </span>
      {purging && <PurgeDialog {...{ projectId, entry }} onClose={() => setPurging(false)} />}
    </li>
  )
}

function PurgeDialog({ projectId, entry, onClose }: RowProps & { onClose: () => void }) {
  const queries = useQueryClient()
  const title = titleOf(entry)
  const { queryKey } = trashQuery(projectId)
  const purge = useMutation({
    mutationFn: () =>
      projectId === null ? client.workspace.purgeTrash(entry.id) : client.trash.delete(entry.id),
    meta: { ownErrors: true },
    async onSuccess() {
      onClose()
      showDone(`${title} deleted for good`)
      await queries.invalidateQueries({ queryKey })
    },
  })
  return (
    <ConfirmDialog
      title={`Delete ${title} for good?`}
      action="Delete for good"
      busy={purge.isPending}
      error={purge.error}
      onClose={onClose}
      onConfirm={() => purge.mutate()}
    >
      {contentsOf(entry)}. This cannot be undone.
    </ConfirmDialog>
  )
}
