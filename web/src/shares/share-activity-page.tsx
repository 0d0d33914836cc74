// One share: its link, and who opened what, when, and how far they watched.
import type { Share } from '@dailies/sdk'
import { useSuspenseInfiniteQuery, useSuspenseQuery } from '@tanstack/react-query'
import { Link, useParams } from '@tanstack/react-router'
import { itemsOf } from '../data/lists.ts'
import { useTitle } from '../data/page-title.ts'
import { usePermissions } from '../data/permissions.ts'
import { projectQuery } from '../data/queries.ts'
import { buttonClass } from '../ui/button.tsx'
import { CopyButton } from '../ui/copy-button.tsx'
import { EmptyState } from '../ui/empty-state.tsx'
import { BackIcon } from '../ui/icons.tsx'
import { LoadMore } from '../ui/load-more.tsx'
import { NotFoundPage } from '../ui/problem-page.tsx'
import { GuestActivity } from './guest-activity.tsx'
import { ShareFacts, ShareStateNote } from './share-facts.tsx'
import { ShareMenu } from './share-menu.tsx'
import { guestsQuery, previewPath, shareQuery, stateOf } from './share-queries.ts'
import styles from './shares.module.css'

export function ShareActivityPage() {
  const { projectId, shareId } = useParams({ from: '/projects/$projectId/shares/$shareId' })
  const { manage } = usePermissions(projectId)
  return manage ? <Activity projectId={projectId} shareId={shareId} /> : <NotFoundPage />
}

function Activity({ projectId, shareId }: { projectId: string; shareId: string }) {
  const { data: project } = useSuspenseQuery(projectQuery(projectId))
  const { data: share } = useSuspenseQuery(shareQuery(projectId, shareId))
  useTitle(share.name, project.name)
  const preview = previewPath(share)
  const isOpen = stateOf(share) === 'OPEN'
  return (
    <article className={styles.page}>
      <header className={styles.form}>
        <Link className={styles.back} to="/projects/$projectId/shares" params={{ projectId }}>
          <BackIcon /> All shares
        </Link>
        <div className={styles.head}>
          <div className={styles.what}>
            <h2>{share.name}</h2>
            <ShareFacts share={share} />
          </div>
          <div className={styles.actions}>
            <ShareStateNote share={share} />
            {isOpen && preview && (
              <a className={buttonClass()} href={preview} target="_blank" rel="noreferrer">
                See it as the client does
              </a>
            )}
            {isOpen && share.url !== null && (
              <CopyButton look="main" text={share.url}>
                Copy link
              </CopyButton>
            )}
            <ShareMenu share={share} />
          </div>
        </div>
      </header>
      <Guests projectId={projectId} share={share} />
    </article>
  )
}

function Guests({ projectId, share }: { projectId: string; share: Share }) {
  const list = useSuspenseInfiniteQuery(guestsQuery(projectId, share.id))
  const guests = itemsOf(list.data)
  if (guests.length === 0)
    return (
      <EmptyState title="Nobody opened it yet">
        <p className="quiet">
          Send the link. You see here who opened it, what they looked at, and how far they watched.
        </p>
      </EmptyState>
    )
  return (
    <section aria-labelledby="guests" className={styles.guests}>
      <h3 id="guests">
        Guests <span className="quiet">{share.guestCount}</span>
      </h3>
      <ul className={styles.guests}>
        {guests.map((guest) => (
          <GuestActivity key={guest.id} share={share} guest={guest} />
        ))}
      </ul>
      {list.hasNextPage && (
        <LoadMore busy={list.isFetchingNextPage} onMore={() => void list.fetchNextPage()} />
      )}
    </section>
  )
}
