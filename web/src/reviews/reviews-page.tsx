// The reviews of a project, newest first.
import type { Version } from '@dailies/sdk'
import { useSuspenseInfiniteQuery, useSuspenseQuery } from '@tanstack/react-query'
import { Link, useNavigate, useParams } from '@tanstack/react-router'
import { lazy, Suspense, useState } from 'react'
import { itemsOf } from '../data/lists.ts'
import { useTitle } from '../data/page-title.ts'
import { usePermissions } from '../data/permissions.ts'
import { projectQuery } from '../data/queries.ts'
import { Button } from '../ui/button.tsx'
import { EmptyState } from '../ui/empty-state.tsx'
import { PlusIcon } from '../ui/icons.tsx'
import { Time } from '../ui/time.tsx'
import { Decision } from './decision.tsx'
import { ReviewRowMenu } from './review-menu.tsx'
import { reviewsQuery } from './review-queries.ts'
import styles from './reviews.module.css'

const CreateReviewDialog = lazy(async () => ({
  default: (await import('./create-review-dialog.tsx')).CreateReviewDialog,
}))

export function ReviewsPage() {
  const { projectId } = useParams({ from: '/projects/$projectId/versions' })
  const { contribute } = usePermissions(projectId)
  const { data: project } = useSuspenseQuery(projectQuery(projectId))
  useTitle('Reviews', project.name)
  const list = useSuspenseInfiniteQuery(reviewsQuery(projectId))
  const versions = itemsOf(list.data)
  const [creating, setCreating] = useState(false)
  const navigate = useNavigate()
  const create = contribute && (
    <Button look="main" onClick={() => setCreating(true)}>
      <PlusIcon /> New review
    </Button>
  )
  return (
    <section aria-label="Reviews">
      {versions.length === 0 ? (
        <EmptyState title="No reviews yet">
          <p className="quiet">
            Request a review of one or more files. Reviewers approve, request changes or reject, and everybody
            sees who decided.
          </p>
          {create || <p className="quiet">Members of the project create them.</p>}
        </EmptyState>
      ) : (
        <>
          {create && <div className={styles.bar}>{create}</div>}
          <ul className={styles.list}>
            {versions.map((version) => (
              <ReviewRow key={version.id} projectId={projectId} version={version} />
            ))}
          </ul>
          {list.hasNextPage && (
            <Button
              className={styles.more}
              busy={list.isFetchingNextPage}
              onClick={() => void list.fetchNextPage()}
            >
              Show older reviews
            </Button>
          )}
        </>
      )}
      {creating && (
        <Suspense>
          <CreateReviewDialog
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

function ReviewRow({ projectId, version }: { projectId: string; version: Version }) {
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
      <Decision version={version} />
      <span className={styles.when}>
        <Time of={version.createdAt} />
      </span>
      <span className={styles.options}>
        <ReviewRowMenu projectId={projectId} version={version} />
      </span>
    </li>
  )
}
