import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { CopyButton } from '../ui/copy-button.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { LinkFacts } from './link-facts.tsx'
import { isLive, isShareLink, linkAddress, linksQuery, linkTitle } from './links.ts'
import styles from './share.module.css'
import { ShareLink } from './share-link.tsx'

/** For people who manage the project. `next` is the path in the project that the link opens. */
export function ShareDialog({
  projectId,
  next,
  onClose,
}: {
  projectId: string
  next?: string
  onClose: () => void
}) {
  return (
    <Dialog
      open
      onClose={onClose}
      title="Share"
      description="Anyone with the link can join. They need no account, only a name."
    >
      <ShareLink projectId={projectId} {...(next !== undefined && { next })} />
      <OtherLinks projectId={projectId} {...(next !== undefined && { next })} />
      <p className="small">
        To show only chosen files to a client, select them and choose Share.{' '}
        <Link to="/projects/$projectId/shares" params={{ projectId }} onClick={onClose}>
          See all shares
        </Link>
      </p>
      <p className="small">
        <Link to="/projects/$projectId/people" params={{ projectId }} onClick={onClose}>
          Manage people and links
        </Link>
      </p>
    </Dialog>
  )
}

/**
 * Links with a name, a password or an expiry were created for somebody: they are listed, but never reused
 * automatically.
 */
function OtherLinks({ projectId, next }: { projectId: string; next?: string }) {
  const links = useQuery(linksQuery(projectId)).data?.filter((link) => isLive(link) && !isShareLink(link))
  if (!links || links.length === 0) return null
  return (
    <section aria-labelledby="other-links">
      <h3 id="other-links" className={styles.heading}>
        Other links
      </h3>
      <ul className={styles.others}>
        {links.map((link) => (
          <li key={link.id} className={styles.line}>
            <div className={styles.other}>
              <p>{linkTitle(link)}</p>
              <LinkFacts link={link} />
            </div>
            {link.accessKey !== null && (
              <CopyButton
                small
                text={linkAddress(link.accessKey, next)}
                aria-label={`Copy “${linkTitle(link)}”`}
              >
                Copy
              </CopyButton>
            )}
          </li>
        ))}
      </ul>
    </section>
  )
}
