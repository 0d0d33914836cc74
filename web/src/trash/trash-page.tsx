// What was deleted in a project: it can be restored until its time is over.
import type { TrashEntry } from '@dailies/sdk'
import {
  useMutation,
  useQueryClient,
  useSuspenseInfiniteQuery,
  useSuspenseQuery,
} from '@tanstack/react-query'
import { Link, useParams } from '@tanstack/react-router'
import { type ReactNode, useState } from 'react'
import { client } from '../data/client.ts'
import { itemsOf } from '../data/lists.ts'
import { useTitle } from '../data/page-title.ts'
import { usePermissions } from '../data/permissions.ts'
import { keys, projectQuery } from '../data/queries.ts'
import { Button, buttonClass } from '../ui/button.tsx'
import { ConfirmDialog } from '../ui/confirm-dialog.tsx'
import { EmptyState } from '../ui/empty-state.tsx'
import { MoreIcon } from '../ui/icons.tsx'
import { CommentIcon, ReviewIcon } from '../ui/list-icons.tsx'
import { LoadMore } from '../ui/load-more.tsx'
import { Menu, MenuItem } from '../ui/menu.tsx'
import { DocumentIcon, FolderIcon, SparkIcon } from '../ui/object-icons.tsx'
import { Time } from '../ui/time.tsx'
import { showDone } from '../ui/toasts.tsx'
import { contentsOf, daysLeft, titleOf } from './entry-text.ts'
import styles from './trash-page.module.css'
import { restore, trashQuery } from './trash-query.ts'

export function TrashPage() {
  const { projectId } = useParams({ from: '/projects/$projectId/trash' })
  const { contribute } = usePermissions(projectId)
  const { data: project } = useSuspenseQuery(projectQuery(projectId))
  useTitle('Trash', project.name)
  if (!contribute)
    return <NoTrash projectId={projectId} text="Members of the project see what was deleted in it." />
  return <Trash projectId={projectId} />
}

function Trash({ projectId }: { projectId: string }) {
  const { manage } = usePermissions(projectId)
  const list = useSuspenseInfiniteQuery(trashQuery(projectId))
  const entries = itemsOf(list.data)
  if (entries.length === 0)
    return (
      <NoTrash
        projectId={projectId}
        text="Deleted files, folders, comments and reviews wait here, so that you can restore them."
      />
    )
  return (
    <section aria-label="Trash">
      <p className={styles.about}>
        Everything here is deleted for good when its days are over. Until then it counts towards the storage.
      </p>
      <ul className={styles.list} aria-label="Deleted records">
        {entries.map((entry) => (
          <EntryRow key={entry.id} projectId={projectId} entry={entry} manage={manage} />
        ))}
      </ul>
      {list.hasNextPage && (
        <LoadMore busy={list.isFetchingNextPage} onMore={() => void list.fetchNextPage()} />
      )}
    </section>
  )
}

function NoTrash({ projectId, text }: { projectId: string; text: string }) {
  return (
    <EmptyState title="Trash is empty">
      <p className="quiet">{text}</p>
      <Link to="/projects/$projectId" params={{ projectId }} className={buttonClass()}>
        Files
      </Link>
    </EmptyState>
  )
}

const icons: Record<TrashEntry['kind'], () => ReactNode> = {
  FILE: DocumentIcon,
  FOLDER: FolderIcon,
  COMMENT: CommentIcon,
  VERSION: ReviewIcon,
  SKILL: SparkIcon,
}

function EntryRow({ projectId, entry, manage }: { projectId: string; entry: TrashEntry; manage: boolean }) {
  const [purging, setPurging] = useState(false)
  const restoring = useRestore(projectId, entry)
  const title = titleOf(entry)
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
          {entry.deletedBy && ` by ${entry.deletedBy.name}${entry.agent ? ' (agent)' : ''}`}
        </p>
      </div>
      <span className={days <= 3 ? styles.soon : styles.days}>
        {days === 1 ? '1 day left' : `${days} days left`}
      </span>
      <span className={styles.actions}>
        <Button
          small
          busy={restoring.isPending}
          aria-label={`Restore ${title}`}
          onClick={() => restoring.mutate()}
        >
          Restore
        </Button>
        {manage && (
          <Menu label={`Options for ${title}`} trigger={<MoreIcon />}>
            <MenuItem danger onClick={() => setPurging(true)}>
              Delete for good…
            </MenuItem>
          </Menu>
        )}
      </span>
      {purging && (
        <PurgeDialog projectId={projectId} entry={entry} title={title} onClose={() => setPurging(false)} />
      )}
    </li>
  )
}

function useRestore(projectId: string, entry: TrashEntry) {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: () => restore(entry),
    onSuccess(restored) {
      showDone(`${restored?.name ?? titleOf(entry)} restored`, { key: `trash ${entry.id}` })
    },
    onSettled: () =>
      Promise.all(
        [keys.trash(projectId), keys.project(projectId), keys.fileLists(projectId)].map((queryKey) =>
          queries.invalidateQueries({ queryKey }),
        ),
      ),
  })
}

function PurgeDialog({
  projectId,
  entry,
  title,
  onClose,
}: {
  projectId: string
  entry: TrashEntry
  title: string
  onClose: () => void
}) {
  const queries = useQueryClient()
  const purge = useMutation({
    mutationFn: () => client.trash.delete(entry.id),
    meta: { ownErrors: true },
    async onSuccess() {
      await queries.invalidateQueries({ queryKey: keys.trash(projectId) })
      onClose()
      showDone(`${title} deleted for good`)
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
