// One review: its files, the verdict, and who gave it when.
import { DailiesError } from '@dailies/sdk'
import { useSuspenseQuery } from '@tanstack/react-query'
import { Link, useParams } from '@tanstack/react-router'
import { useTitle } from '../data/page-title.ts'
import { usePermissions } from '../data/permissions.ts'
import { projectQuery } from '../data/queries.ts'
import { buttonClass } from '../ui/button.tsx'
import { CopyButton } from '../ui/copy-button.tsx'
import { EmptyState } from '../ui/empty-state.tsx'
import { BackIcon } from '../ui/icons.tsx'
import { Time } from '../ui/time.tsx'
import { PlayAll } from './play-all.tsx'
import { ReviewFiles } from './review-files.tsx'
import { ReviewMenu } from './review-menu.tsx'
import { reviewPath } from './review-name.ts'
import { ReviewPanel } from './review-panel.tsx'
import { reviewQuery } from './review-queries.ts'
import { useMarkSeen, useStanding } from './reviewers.ts'
import styles from './reviews.module.css'

export function ReviewPage() {
  const { projectId, versionId } = useParams({ from: '/projects/$projectId/versions/$versionId' })
  const { data: version, error } = useSuspenseQuery(reviewQuery(versionId))
  const { contribute } = usePermissions(projectId)
  const { data: project } = useSuspenseQuery(projectQuery(projectId))
  useTitle(version.name, project.name)
  useMarkSeen(versionId, useStanding(version))
  // A loaded review stays visible when reloading it fails, unless it was deleted.
  if (error instanceof DailiesError && error.status === 404) return <GonePage projectId={projectId} />
  return (
    <article className={styles.version}>
      <Link className={styles.back} to="/projects/$projectId/versions" params={{ projectId }}>
        <BackIcon /> All reviews
      </Link>
      <header className={styles.header}>
        <div className={styles.title}>
          <h2>{version.name}</h2>
          <PlayAll version={version} />
          <CopyButton
            small
            text={new URL(reviewPath(projectId, versionId, version.files), location.origin).href}
          >
            Copy link
          </CopyButton>
          <ReviewMenu version={version} />
        </div>
        {version.description && <p className={styles.description}>{version.description}</p>}
        <p className="quiet small">
          Requested {version.author ? `by ${version.author.name}, ` : ''}
          <Time of={version.createdAt} />
          {contribute && version.allowRestricted && ' · Shown to restricted reviewers'}
        </p>
        <div className={styles.verdict}>
          <ReviewPanel version={version} />
        </div>
      </header>
      <ReviewFiles version={version} mayContribute={contribute} />
    </article>
  )
}

function GonePage({ projectId }: { projectId: string }) {
  return (
    <EmptyState title="This review is no longer available">
      <p className="quiet">It was deleted, or it is no longer shared with you.</p>
      <Link to="/projects/$projectId/versions" params={{ projectId }} className={buttonClass()}>
        All reviews
      </Link>
    </EmptyState>
  )
}
