// The newest notifications below the bell. Loaded when the pointer comes near it.
import { Popover } from '@base-ui/react/popover'
import { useInfiniteQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { RefObject } from 'react'
import { itemsOf } from '../data/lists.ts'
import { Button, buttonClass } from '../ui/button.tsx'
import { ProblemNote } from '../ui/problem.tsx'
import { Spinner } from '../ui/spinner.tsx'
import styles from './bell.module.css'
import { NotificationItem } from './notification-item.tsx'
import { notificationsQuery, useMarkAllRead } from './notification-queries.ts'

const most = 10

export function BellPopover({
  button,
  open,
  onClose,
}: {
  button: RefObject<HTMLButtonElement | null>
  open: boolean
  onClose: () => void
}) {
  return (
    <Popover.Root
      open={open}
      onOpenChange={(next, { event }) => {
        // A press on the bell closes the popover by itself.
        if (!next && !(event.target instanceof Node && button.current?.contains(event.target))) onClose()
      }}
    >
      <Popover.Portal>
        <Popover.Positioner className={styles.positioner} anchor={button} align="end" sideOffset={6}>
          <Popover.Popup className={styles.popup} aria-label="Notifications" finalFocus={button}>
            <Newest onClose={onClose} />
          </Popover.Popup>
        </Popover.Positioner>
      </Popover.Portal>
    </Popover.Root>
  )
}

function Newest({ onClose }: { onClose: () => void }) {
  const { data, error } = useInfiniteQuery(notificationsQuery({}))
  const markAllRead = useMarkAllRead()
  const items = itemsOf(data).slice(0, most)
  return (
    <>
      <div className={styles.head}>
        <h2>Notifications</h2>
        {markAllRead && (
          <Button look="plain" small onClick={markAllRead}>
            Mark all as read
          </Button>
        )}
      </div>
      {data === undefined && error === null && <Spinner label="Loading notifications" />}
      {data === undefined && error !== null && <ProblemNote error={error} />}
      {data !== undefined && items.length === 0 && (
        <p className={styles.empty}>
          Nothing yet. Mentions, replies, review requests and verdicts appear here.
        </p>
      )}
      {items.length > 0 && (
        <ul className={styles.list} aria-label="Newest notifications">
          {items.map((notification) => (
            <NotificationItem key={notification.id} notification={notification} onOpen={onClose} />
          ))}
        </ul>
      )}
      <div className={styles.foot}>
        <Link to="/notifications" className={buttonClass('plain')} onClick={onClose}>
          Show all notifications
        </Link>
      </div>
    </>
  )
}
