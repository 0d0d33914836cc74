// The review rounds of a project, the newest first.
import type { Version } from '@dailies/sdk'
import { useSuspenseInfiniteQuery, useSuspenseQuery } from '@tanstack/react-query'
import { Link, useNavigate, useParams } from '@tanstack/react-router'
import { lazy, Suspense, useState } from 'react'
import { usePermissions } from '../../app/permissions.ts'
import { projectQuery } from '../../app/queries.ts'
import { useTitle } from '../../app/title.ts'
import { Button } from '../../ui/button.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { PlusIcon } from '../../ui/icons.tsx'
import { StatusBadge } from '../../ui/status.tsx'
import { Time } from '../../ui/time.tsx'
import { versionsQuery } from './version-queries.ts'
import styles from './versions.module.css'

const CreateVersionDialog = lazy(async () => ({
  default: (await import('./create-version-dialog.tsx')).CreateVersionDialog,
}))

export function VersionsPage() {
  const { projectId } = useParams({ from: '/projects/$projectId/versions' })
  const { contribute } = usePermissions(projectId)
  const { data: project } = useSuspenseQuery(projectQuery(projectId))
  useTitle('Review rounds', project.name)
  const list = useSuspenseInfiniteQuery(versionsQuery(projectId))
  const versions = list.data.pages.flatMap(({ data }) => data)
  const [creating, setCreating] = useState(false)
  const navigate = useNavigate()
  const create = contribute && (
    <Button look="main" onClick={() => setCreating(true)}>
      <PlusIcon /> New review round
    </Button>
  )
  return (
    <section aria-label="Review rounds">
      {versions.length === 0 ? (
        <EmptyState title="No review rounds yet">
          <p className="quiet">
            A round puts files up for review together. Everybody sees where it stands: approved, changes
            requested or rejected.
          </p>
          {create || <p className="quiet">Those who work on the project make them.</p>}
        </EmptyState>
      ) : (
        <>
          {create && <div className={styles.bar}>{create}</div>}
          <ul className={styles.list}>
            {versions.map((version) => (
              <VersionRow key={version.id} projectId={projectId} version={version} />
            ))}
          </ul>
          {list.hasNextPage && (
            <Button
              className={styles.more}
              busy={list.isFetchingNextPage}
              onClick={() => void list.fetchNextPage()}
            >
              Show older rounds
            </Button>
          )}
        </>
      )}
      {creating && (
        <Suspense>
          <CreateVersionDialog
            projectId={projectId}
            onClose={() => setCreating(false)}
            onCreated={(versionId) =>
              void navigate({
                to: '/projects/$projectId/versions/$versionId',
                params: { projectId, versionId },
              })
            }
          />
        </Suspense>
      )}
    </section>
  )
}

function VersionRow({ projectId, version }: { projectId: string; version: Version }) {
  return (
    <li className={styles.row}>
      <div className={styles.what}>
        <Link
          className={styles.name}
          to="/projects/$projectId/versions/$versionId"
          params={{ projectId, versionId: version.id }}
        >
          {version.name}
        </Link>
        {version.description && <p className={styles.about}>{version.description}</p>}
      </div>
      <span className="quiet small">
        <Time of={version.createdAt} />
      </span>
      <StatusBadge status={version.status} />
    </li>
  )
}
