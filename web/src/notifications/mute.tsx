// Muting a file: the item of its menus, and the sign in the review room.
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { client } from '../data/client.ts'
import { useDebounced } from '../ui/debounced.ts'
import { MenuItem } from '../ui/menu.tsx'
import { showDone } from '../ui/toasts.tsx'
import { BellOffIcon } from './icons.tsx'
import styles from './mute.module.css'
import { muteQuery } from './notification-queries.ts'

type MutedFile = { id: string; name: string }

function useMute({ id, name }: MutedFile) {
  const queries = useQueryClient()
  const { mutate } = useMutation({
    mutationFn: (muted: boolean) =>
      muted ? client.notifications.muteFile(id) : client.notifications.unmuteFile(id),
    onSuccess(_answer, muted) {
      queries.setQueryData(muteQuery(id).queryKey, muted)
      // Muting applies to all revisions, which are other files.
      void queries.invalidateQueries({ predicate: ({ queryKey }) => queryKey[2] === 'mute' })
      const text = muted ? `${name} is muted: no more notifications` : `Notifications of ${name} are on again`
      showDone(text, { key: `mute ${id}`, undo: () => mutate(!muted) })
    },
  })
  return mutate
}

export function MuteItem({ file }: { file: MutedFile }) {
  const { data: muted } = useQuery(muteQuery(file.id))
  const mute = useMute(file)
  return (
    <MenuItem disabled={muted === undefined} onClick={() => mute(!muted)}>
      {muted ? 'Unmute notifications' : 'Mute notifications'}
    </MenuItem>
  )
}

/** People who step through files quickly send no request for each of them. */
const pauseMs = 1_000

/** Shown while the file is muted; a click unmutes it. */
export function MutedSign({ file }: { file: MutedFile }) {
  const settled = useDebounced(file.id, pauseMs)
  const { data: muted } = useQuery({ ...muteQuery(file.id), enabled: settled === file.id })
  const mute = useMute(file)
  if (!muted) return null
  return (
    <button
      type="button"
      className={styles.sign}
      title="Unmute notifications"
      aria-label="Muted: unmute notifications of this file"
      onClick={() => mute(false)}
    >
      <BellOffIcon />
      <span className={styles.word}>Muted</span>
    </button>
  )
}
