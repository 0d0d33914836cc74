import { useSuspenseQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { client } from '../data/client.ts'
import { accountQuery, keys } from '../data/queries.ts'
import { buttonClass, IconButton } from '../ui/button.tsx'
import { CloseIcon } from '../ui/icons.tsx'
import styles from './sign-in-note.module.css'

const dismissed = 'dailies-sign-in-note'

/**
 * For people who signed in with a link: it works once, so they need another sign-in method. They can dismiss the note.
 */
export function SignInNote() {
  const { data: me } = useSuspenseQuery(accountQuery)
  const [closed, setClosed] = useState(() => localStorage.getItem(dismissed) === me.id)
  if (me.guest || me.hasPassword || closed) return null
  const close = () => {
    localStorage.setItem(dismissed, me.id)
    setClosed(true)
  }
  return <Note onClose={close} />
}

/** Loaded before the page is rendered: a note that appears later would move everything down. */
function Note({ onClose }: { onClose: () => void }) {
  const { data: passkeys } = useSuspenseQuery({
    queryKey: keys.settings('passkeys'),
    queryFn: ({ signal }) => client.passkeys.list({ signal }),
  })
  if (passkeys.length > 0) return null
  return (
    <section className={styles.note} aria-label="Sign-in">
      <p>Set a password or add a passkey, so that you can sign in again.</p>
      <Link to="/settings/$section" params={{ section: 'profile' }} className={buttonClass('second', true)}>
        Set up sign-in
      </Link>
      <IconButton label="Later" small onClick={onClose}>
        <CloseIcon />
      </IconButton>
    </section>
  )
}
