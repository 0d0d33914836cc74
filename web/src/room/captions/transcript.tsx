// What is said in the file: search in it, go to a place, comment on words.
import type { FileDetails } from '@dailies/sdk'
import { useState } from 'react'
import { useParticipant } from '../../data/participant.ts'
import { buttonClass, IconButton } from '../../ui/button.tsx'
import { CloseIcon } from '../../ui/icons.tsx'
import { placeLabel } from '../comment-panel/place.ts'
import { useCounting } from '../counting.ts'
import { useRoom, useRoomState } from '../room.ts'
import { type Cue, captionsName, showTranscript, useCues } from './caption-queries.ts'
import styles from './captions.module.css'

/** Longer transcripts are searched instead of scrolled. */
const maxShown = 500

export function Transcript({ file }: { file: FileDetails }) {
  const spoken = useCues(file, { any: true })
  const [keyword, setKeyword] = useState('')
  if (!spoken) return null
  const { captions, cues } = spoken
  const found = cues.filter(({ text }) => folded(text).includes(folded(keyword)))
  return (
    <section className={styles.transcript} aria-label="Transcript">
      <header className={styles.header}>
        <h2>{captionsName(captions)}</h2>
        <IconButton label="Hide transcript" small onClick={() => showTranscript(false)}>
          <CloseIcon />
        </IconButton>
      </header>
      <input
        type="search"
        className={styles.search}
        aria-label="Search in the transcript"
        placeholder="Search"
        value={keyword}
        onChange={(event) => setKeyword(event.currentTarget.value)}
      />
      <p className={styles.count} role="status">
        {keyword === '' ? '' : `${found.length} of ${cues.length} lines`}
      </p>
      <ol className={styles.cues} lang={captions.language}>
        {found.slice(0, maxShown).map((cue) => (
          <Line key={cues.indexOf(cue)} cue={cue} file={file} />
        ))}
      </ol>
    </section>
  )
}

function Line({ cue, file }: { cue: Cue; file: FileDetails }) {
  const room = useRoom()
  const { comment } = useParticipant()
  const counting = useCounting()
  const { startMs, endMs, text } = cue
  const isNow = useRoomState(({ place: { ms } }) => ms !== undefined && startMs <= ms && ms < endMs)
  const spot = { anchor: startMs, duration: null, frame: null }
  async function quote() {
    await room.goTo({ ms: startMs })
    room.store.set({ quote: selectedWords() ?? text.replaceAll('\n', ' ') })
  }
  return (
    <li className={styles.cue} data-now={isNow || undefined}>
      <button type="button" className={styles.time} onClick={() => void room.goTo({ ms: startMs })}>
        {placeLabel(spot, file.media, counting)}
      </button>
      <span className={styles.words} dir="auto">
        {text}
      </span>
      {comment && (
        <button
          type="button"
          className={`${buttonClass('plain', true)} ${styles.quote}`}
          // The selection must survive the click.
          onMouseDown={(event) => event.preventDefault()}
          onClick={() => void quote()}
        >
          Comment
        </button>
      )}
    </li>
  )
}

/** The words that are selected in the transcript; undefined for none. */
function selectedWords(): string | undefined {
  const selection = getSelection()
  const isWithin = selection?.anchorNode?.parentElement?.closest(`.${styles.words}`) != null
  const words = isWithin ? selection?.toString().replace(/\s+/g, ' ').trim() : undefined
  return words === '' ? undefined : words
}

function folded(text: string): string {
  return text.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase()
}
