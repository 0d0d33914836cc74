// Uploads that were interrupted by a reload or a crash: they resume when the same files are chosen again.
import { useQuery, useSuspenseQuery } from '@tanstack/react-query'
import { useRef, useSyncExternalStore } from 'react'
import { accountQuery } from '../data/queries.ts'
import { useStore } from '../data/store.ts'
import { Button } from '../ui/button.tsx'
import { sizeInWords } from '../ui/size.ts'
import { showDone } from '../ui/toasts.tsx'
import {
  heldUploads,
  matching,
  type Remembered,
  rememberedUploads,
  watchRemembered,
} from './remembered-uploads.ts'
import styles from './unfinished-uploads.module.css'
import { addUploads, giveUp, uploads } from './upload-queue.ts'

export function UnfinishedUploads({ projectId }: { projectId: string }) {
  const { data: me } = useSuspenseQuery(accountQuery)
  const input = useRef<HTMLInputElement>(null)
  const unfinished = useUnfinished(me.id, projectId)
  if (unfinished.length === 0) return null
  const goOn = (files: FileList) => {
    const chosen = [...files].filter((file) => matching(unfinished, file))
    if (chosen.length === 0)
      showDone('None of these files matches an unfinished upload: name, size and date must be the same')
    addUploads(
      me.id,
      projectId,
      chosen.map((file) => ({ file, folderId: null })),
    )
  }
  return (
    <section className={styles.box} aria-label="Unfinished uploads">
      <div className={styles.text}>
        <h2>{unfinished.length === 1 ? 'An upload is' : `${unfinished.length} uploads are`} not finished</h2>
        <p className="quiet">Choose the same files again: only the missing parts are uploaded.</p>
        <ul className={styles.list}>
          {unfinished.map(({ id, name, size }) => (
            <li key={id}>
              {name} <span className="quiet small">{sizeInWords(size)}</span>
            </li>
          ))}
        </ul>
      </div>
      <div className={styles.buttons}>
        <Button onClick={() => unfinished.forEach(({ id }) => void giveUp(id))}>Discard</Button>
        <Button look="main" onClick={() => input.current?.click()}>
          Choose files
        </Button>
      </div>
      <input
        ref={input}
        type="file"
        multiple
        hidden
        aria-label="Files to resume"
        onChange={(event) => {
          goOn(event.currentTarget.files!)
          event.currentTarget.value = ''
        }}
      />
    </section>
  )
}

/** Uploads of this person in this project that no tab is sending. */
function useUnfinished(userId: string, projectId: string): readonly Remembered[] {
  const remembered = useSyncExternalStore(watchRemembered, rememberedUploads)
  const all = useStore(uploads, (state) => state.all)
  const sending = new Set(all.map(({ id }) => id))
  const mine = remembered.filter(
    (upload) => upload.userId === userId && upload.projectId === projectId && !sending.has(upload.id),
  )
  const ids = mine.map(({ id }) => id)
  const { data: held } = useQuery({
    queryKey: ['held-uploads', ...ids],
    queryFn: heldUploads,
    enabled: mine.length > 0,
    networkMode: 'always',
  })
  return held ? mine.filter(({ id }) => !held.has(id)) : []
}
