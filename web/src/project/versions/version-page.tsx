// One review round: where it stands, what is in it, and what can be done with it.
import { DailiesError } from '@dailies/sdk'
import { useQueryClient, useSuspenseQuery } from '@tanstack/react-query'
import { Link, useParams } from '@tanstack/react-router'
import { useCallback } from 'react'
import { type LiveEvent, useLiveEvents } from '../../app/live.ts'
import { usePermissions } from '../../app/permissions.ts'
import { projectQuery } from '../../app/queries.ts'
import { useTitle } from '../../app/title.ts'
import { buttonClass } from '../../ui/button.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { BackIcon } from '../../ui/icons.tsx'
import { Time } from '../../ui/time.tsx'
import { Verdict } from './verdict.tsx'
import { VersionFiles } from './version-files.tsx'
import { VersionMenu } from './version-menu.tsx'
import { versionQuery } from './version-queries.ts'
import styles from './versions.module.css'

export function VersionPage() {
  const { projectId, versionId } = useParams({ from: '/projects/$projectId/versions/$versionId' })
  const { data: version, error } = useSuspenseQuery(versionQuery(versionId))
  const { contribute } = usePermissions(projectId)
  const { data: project } = useSuspenseQuery(projectQuery(projectId))
  useTitle(version.name, project.name)
  useFilesLive(versionId)
  // What was read stays on the page when reading it again fails, but for what is not there any more.
  if (error instanceof DailiesError && error.status === 404) return <GonePage projectId={projectId} />
  return (
    <article className={styles.version}>
      <Link className={styles.back} to="/projects/$projectId/versions" params={{ projectId }}>
        <BackIcon /> All review rounds
      </Link>
      <header className={styles.header}>
        <div className={styles.title}>
          <h2>{version.name}</h2>
          {contribute && <VersionMenu version={version} />}
        </div>
        {version.description && <p className={styles.description}>{version.description}</p>}
        <p className="quiet small">
          {version.author ? `By ${version.author.name}, ` : ''}
          <Time of={version.createdAt} />
          {contribute && version.allowRestricted && ' · shown to restricted reviewers'}
        </p>
        <Verdict versionId={versionId} />
      </header>
      <VersionFiles version={version} mayContribute={contribute} />
    </article>
  )
}

function GonePage({ projectId }: { projectId: string }) {
  return (
    <EmptyState title="This review round is gone">
      <p className="quiet">Somebody has deleted it, or it is not shown to you any more.</p>
      <Link to="/projects/$projectId/versions" params={{ projectId }} className={buttonClass()}>
        All review rounds
      </Link>
    </EmptyState>
  )
}

/** Pictures come and names change while one looks; events of a round do not tell of its files. */
function useFilesLive(versionId: string): void {
  const queries = useQueryClient()
  const listener = useCallback(
    (event: LiveEvent) => {
      const { queryKey } = versionQuery(versionId)
      const { file } = event.type === 'reset' ? {} : (event.data as { file?: { id: string } | null })
      const isOurs = queries.getQueryData(queryKey)?.files.some(({ id }) => id === file?.id)
      if (event.type === 'reset' || (isOurs && event.type.startsWith('file.')))
        void queries.invalidateQueries({ queryKey })
    },
    [queries, versionId],
  )
  useLiveEvents(listener)
}
