// The shares of a project: links that show chosen files to people without an account.
import type { Share } from '@dailies/sdk'
import { useSuspenseQuery } from '@tanstack/react-query'
import { Link, useParams } from '@tanstack/react-router'
import { useTitle } from '../data/page-title.ts'
import { usePermissions } from '../data/permissions.ts'
import { projectQuery } from '../data/queries.ts'
import { buttonClass } from '../ui/button.tsx'
import { CopyButton } from '../ui/copy-button.tsx'
import { EmptyState } from '../ui/empty-state.tsx'
import { NotFoundPage } from '../ui/problem-page.tsx'
import { ShareFacts, ShareStateNote } from './share-facts.tsx'
import { ShareMenu } from './share-menu.tsx'
import { sharesQuery, stateOf } from './share-queries.ts'
import styles from './shares.module.css'

export function SharesPage() {
  const { projectId } = useParams({ from: '/projects/$projectId/shares' })
  const { manage } = usePermissions(projectId)
  return manage ? <ShareList projectId={projectId} /> : <NotFoundPage />
}

function ShareList({ projectId }: { projectId: string }) {
  const { data: project } = useSuspenseQuery(projectQuery(projectId))
  const { data: shares } = useSuspenseQuery(sharesQuery(projectId))
  useTitle('Shares', project.name)
  if (shares.length === 0)
    return (
      <EmptyState title="Nothing is shared yet">
        <p className="quiet">
          Select files on the project’s page, or open the menu of a folder or a review, and choose Share.
          Clients open the link on any device, give their name, and see only what you chose.
        </p>
        <Link to="/projects/$projectId" params={{ projectId }} className={buttonClass()}>
          Go to the files
        </Link>
      </EmptyState>
    )
  return (
    <section className={styles.page} aria-label="Shares">
      <ul className={styles.list}>
        {shares.map((share) => (
          <ShareRow key={share.id} projectId={projectId} share={share} />
        ))}
      </ul>
    </section>
  )
}

function ShareRow({ projectId, share }: { projectId: string; share: Share }) {
  const { id, name, url } = share
  return (
    <li className={styles.row}>
      <div className={styles.what}>
        <Link
          className={`${styles.name} target`}
          to="/projects/$projectId/shares/$shareId"
          params={{ projectId, shareId: id }}
        >
          {name}
        </Link>
        <ShareFacts share={share} />
      </div>
      <ShareStateNote share={share} />
      {url !== null && stateOf(share) === 'OPEN' && (
        <CopyButton small text={url} aria-label={`Copy link of ${name}`}>
          Copy link
        </CopyButton>
      )}
      <ShareMenu share={share} />
    </li>
  )
}
