import type { PlacedNote } from '@dailies/sdk'
import { Link } from '@tanstack/react-router'
import { frameToMs, parseFrameRate } from '../../generated/frames.ts'
import styles from './evaluation.module.css'
import { placeText } from './notes.ts'

export type FileOfNote = { id: string; frameRate: string | null }

/** A place links to its frame in the review room. */
export function Place({ note, file }: { note: PlacedNote; file: FileOfNote }) {
  return (
    <Link
      className={styles.place}
      to="/files/$fileId"
      params={{ fileId: file.id }}
      search={addressOf(note, file)}
    >
      {placeText(note)}
    </Link>
  )
}

function addressOf({ page, firstFrame, firstMs }: PlacedNote, { frameRate }: FileOfNote): { at?: number } {
  const rate = frameRate === null ? undefined : parseFrameRate(frameRate)
  const ms = firstFrame !== null && rate ? frameToMs(firstFrame, rate) : firstMs
  const at = page ?? ms
  return at === null ? {} : { at }
}

export function NoteList({ notes, file }: { notes: readonly PlacedNote[]; file: FileOfNote }) {
  return (
    <ul className={styles.notes}>
      {notes.map((note, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: notes have no ids, and a list never changes.
        <li key={index}>
          <Place note={note} file={file} />
          <span>{note.text}</span>
        </li>
      ))}
    </ul>
  )
}
