// One review round: where it stands, what is in it, and what can be done with it.
import { useQueryClient, useSuspenseQuery } from '@tanstack/react-query'
import { Link, useParams } from '@tanstack/react-router'
import { useCallback } from 'react'
import { type LiveEvent, useLiveEvents } from '../../app/live.ts'
import { usePermissions } from '../../app/permissions.ts'
import { keys } from '../../app/queries.ts'
import { BackIcon } from '../../ui/icons.tsx'
import { Time } from '../../ui/time.tsx'
import { Verdict } from './verdict.tsx'
import { VersionFiles } from './version-files.tsx'
import { VersionMenu } from './version-menu.tsx'
import { versionQuery } from './version-queries.ts'
import styles from './versions.module.css'

export function VersionPage() {
  const { projectId, versionId } = useParams({ from: '/projects/$projectId/versions/$versionId' })
  const { data: version } = useSuspenseQuery(versionQuery(versionId))
  const { contribute } = usePermissions(projectId)
  useFilesLive(versionId)
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

/** Pictures come and names change while one looks; events of a round do not tell of its files. */
function useFilesLive(versionId: string): void {
  const queries = useQueryClient()
  const listener = useCallback(
    (event: LiveEvent) => {
      if (event.type === 'reset' || event.type.startsWith('file.'))
        void queries.invalidateQueries({ queryKey: keys.version(versionId) })
    },
    [queries, versionId],
  )
  useLiveEvents(listener)
}
