import type { OpenShare } from '@dailies/sdk'
import { useQueryClient } from '@tanstack/react-query'
import { useAddress } from './address.ts'
import { forgetToken, storeGuest } from './credential.ts'
import styles from './list-page.module.css'
import { entranceQuery } from './share-queries.ts'

/** Under which name the guest is here; somebody else on the same device says who they are. */
export function GuestNote({ share: { guest } }: { share: OpenShare }) {
  const { key } = useAddress()
  const queries = useQueryClient()
  if (guest.preview) return null
  async function leave() {
    forgetToken(key)
    storeGuest({ name: '', email: null })
    await queries.invalidateQueries({ queryKey: entranceQuery(key, null).queryKey })
  }
  return (
    <p className={styles.guest}>
      You are here as {guest.name}.{' '}
      <button type="button" className={styles.link} onClick={() => void leave()}>
        Not you?
      </button>
    </p>
  )
}
