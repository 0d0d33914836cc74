// The bell of the top bar: the number of unread notifications, and the newest ones in a popover.
import { Link } from '@tanstack/react-router'
import { lazy, Suspense, useRef, useState } from 'react'
import { useUnread } from '../data/unread.ts'
import { IconButton } from '../ui/button.tsx'
import { useMediaQuery } from '../ui/media-query.ts'
import styles from './bell.module.css'
import { BellIcon } from './icons.tsx'

const load = () => import('./bell-popover.tsx')
const BellPopover = lazy(async () => ({ default: (await load()).BellPopover }))

/** On a phone, the bell leads to the page. */
export function Bell() {
  const { unread = 0 } = useUnread()
  const isPhone = useMediaQuery('(max-width: 40rem), (max-height: 30rem)')
  const button = useRef<HTMLButtonElement>(null)
  const [open, setOpen] = useState<boolean>()
  const label = unread === 0 ? 'Notifications' : `Notifications, ${shown(unread)} unread`
  const face = (
    <span className={styles.face}>
      <BellIcon />
      {unread > 0 && (
        <span className={styles.count} aria-hidden="true">
          {shown(unread)}
        </span>
      )}
    </span>
  )
  if (isPhone)
    return (
      <Link to="/notifications" className="icon-link" aria-label={label}>
        {face}
      </Link>
    )
  return (
    <>
      <IconButton
        ref={button}
        label={label}
        aria-haspopup="dialog"
        aria-expanded={open === true}
        onPointerEnter={() => void load()}
        onFocus={() => void load()}
        onClick={() => setOpen(!open)}
      >
        {face}
      </IconButton>
      <Suspense>
        {open !== undefined && <BellPopover button={button} open={open} onClose={() => setOpen(false)} />}
      </Suspense>
    </>
  )
}

/** The server counts up to 100. */
function shown(unread: number): string {
  return unread > 99 ? '99+' : String(unread)
}
