import type { Notification } from '@dailies/sdk'
import { useRouter } from '@tanstack/react-router'
import type { MouseEvent, ReactNode } from 'react'
import { Avatar } from '../ui/avatar.tsx'
import { IconButton } from '../ui/button.tsx'
import { CheckIcon } from '../ui/icons.tsx'
import { SparkIcon } from '../ui/object-icons.tsx'
import { Time } from '../ui/time.tsx'
import { BellIcon } from './icons.tsx'
import styles from './notification-item.module.css'
import { useMarkRead } from './notification-queries.ts'
import { notificationHref, notificationText } from './notification-text.ts'

/** A row of a list of notifications. Opening it marks it as read. */
export function NotificationItem({
  notification,
  onOpen,
}: {
  notification: Notification
  onOpen?: (() => void) | undefined
}) {
  const markRead = useMarkRead()
  const { project, comment, readAt, updatedAt, kind } = notification
  const isUnread = readAt === null
  return (
    <li className={styles.item} data-unread={isUnread}>
      <Faces of={notification} />
      <div className={styles.text}>
        <Opener
          notification={notification}
          onOpen={() => {
            markRead(notification)
            onOpen?.()
          }}
        >
          {isUnread && <span className="unseen">Unread: </span>}
          {notificationText(notification)}
        </Opener>
        {comment?.excerpt && (
          <p className={styles.excerpt} dir="auto">
            {comment.excerpt}
          </p>
        )}
        <p className={styles.meta}>
          {kind !== 'ACCESS_LOST' && <span className={styles.project}>{project.name}</span>}
          <Time of={updatedAt} />
        </p>
      </div>
      {isUnread && (
        <div className={styles.end}>
          <IconButton label="Mark as read" small onClick={() => markRead(notification)}>
            <CheckIcon />
          </IconButton>
          <span className={styles.dot} />
        </div>
      )}
    </li>
  )
}

/** A link, so that it can be opened in another tab; a button where there is nothing to open. */
function Opener({
  notification,
  onOpen,
  children,
}: {
  notification: Notification
  onOpen: () => void
  children: ReactNode
}) {
  const router = useRouter()
  const href = notificationHref(notification)
  const shared = { className: `whole ${styles.open}`, dir: 'auto' as const, 'data-id': notification.id }
  if (href === undefined)
    return (
      <button type="button" {...shared} onClick={onOpen}>
        {children}
      </button>
    )
  const open = (event: MouseEvent) => {
    onOpen()
    if (event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return
    event.preventDefault()
    void router.navigate({ href })
  }
  return (
    <a {...shared} href={href} onClick={open} onAuxClick={({ button }) => button === 1 && onOpen()}>
      {children}
    </a>
  )
}

function Faces({ of: { actors, actorCount, kind } }: { of: Notification }) {
  const [first, second] = actors
  if (!first || kind === 'GENERATION' || kind === 'ACCESS_LOST')
    return (
      <span className={styles.picture} data-icon>
        {kind === 'GENERATION' ? <SparkIcon /> : <BellIcon />}
      </span>
    )
  return (
    <span className={styles.picture} data-two={actorCount > 1 && second !== undefined}>
      <Avatar name={first.name} url={first.avatarUrl} id={first.id} size={32} />
      {actorCount > 1 && second && (
        <Avatar name={second.name} url={second.avatarUrl} id={second.id} size={20} />
      )}
    </span>
  )
}
