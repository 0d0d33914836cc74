// The words of the captions as a list: search in it, go to a line, comment on words.
import type { FileDetails } from '@dailies/sdk'
import { useVirtualizer } from '@tanstack/react-virtual'
import { useEffect, useMemo, useRef, useState } from 'react'
import { useParticipant } from '../../data/participant.ts'
import { Button, IconButton } from '../../ui/button.tsx'
import { CloseIcon } from '../../ui/icons.tsx'
import { CommentIcon } from '../../ui/list-icons.tsx'
import { placeLabel } from '../comment-panel/place.ts'
import { useCounting } from '../counting.ts'
import { useRoom, useRoomState } from '../room.ts'
import { type Cue, captionsName, showTranscript, useCues } from './caption-queries.ts'
import styles from './captions.module.css'
import { countsFrames, cueRange, momentOf, rangeAt } from './cue-range.ts'
import { useQuote } from './quote.ts'

export function Transcript({ file }: { file: FileDetails }) {
  const spoken = useCues(file, { any: true })
  const [keyword, setKeyword] = useState('')
  if (!spoken) return null
  const { captions, cues } = spoken
  return (
    <section className={styles.transcript} aria-label="Transcript">
      <header className={styles.header}>
        <h2>{captionsName(captions)}</h2>
        <IconButton label="Hide transcript" shortcut="T" small onClick={() => showTranscript(false)}>
          <CloseIcon />
        </IconButton>
      </header>
      <input
        type="search"
        className={styles.search}
        aria-label="Search in the transcript"
        placeholder="Search in the transcript"
        dir="auto"
        value={keyword}
        onChange={(event) => setKeyword(event.currentTarget.value)}
      />
      <Lines {...{ file, cues, keyword }} language={captions.language} />
    </section>
  )
}

type LinesProps = { file: FileDetails; cues: readonly Cue[]; keyword: string; language: string }

function Lines({ file, cues, keyword, language }: LinesProps) {
  const { media } = file
  const found = useMemo(() => {
    const sought = folded(keyword)
    return sought === '' ? cues : cues.filter(({ text }) => folded(text).includes(sought))
  }, [cues, keyword])
  const ranges = useMemo(() => found.map((cue) => cueRange(cue, media)), [found, media])
  const now = useRoomState(({ place }) => rangeAt(ranges, momentOf(place, media)))
  const scroller = useRef<HTMLDivElement>(null)
  const virtual = useVirtualizer({
    count: found.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => 30,
    overscan: 12,
  })
  // biome-ignore lint/correctness/useExhaustiveDependencies: only another line scrolls, not while a person selects words.
  useEffect(() => {
    if (now >= 0 && getSelection()?.isCollapsed !== false) virtual.scrollToIndex(now, { align: 'auto' })
  }, [now])
  const { comment } = useParticipant()
  const { selected, quote } = useQuote(scroller, file, found)
  return (
    <>
      <p className={styles.count} role="status">
        {keyword === '' ? '' : `${found.length} of ${cues.length} lines`}
      </p>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a scrollable element must be reachable by keyboard. */}
      <div ref={scroller} className={styles.cues} lang={language} tabIndex={0}>
        <ol style={{ blockSize: virtual.getTotalSize() }}>
          {virtual.getVirtualItems().map(({ index, start }) => (
            <li
              key={index}
              ref={virtual.measureElement}
              className={styles.cue}
              data-index={index}
              aria-setsize={found.length}
              aria-posinset={index + 1}
              aria-current={index === now || undefined}
              style={{ transform: `translateY(${start}px)` }}
            >
              <Line
                cue={found[index]!}
                file={file}
                onQuote={comment ? () => quote(index, index) : undefined}
              />
            </li>
          ))}
        </ol>
      </div>
      {comment && selected && (
        <div className={styles.selected}>
          <q dir="auto">{selected.words}</q>
          <Button
            small
            // The selection must survive the click.
            onMouseDown={(event) => event.preventDefault()}
            onClick={() => quote(selected.from, selected.to, selected.words)}
          >
            Comment
          </Button>
        </div>
      )}
    </>
  )
}

type LineProps = { cue: Cue; file: FileDetails; onQuote: (() => void) | undefined }

function Line({ cue, file: { media }, onQuote }: LineProps) {
  const room = useRoom()
  const counting = useCounting()
  const { startMs, text } = cue
  const { from } = cueRange(cue, media)
  const place = countsFrames(media) ? { frame: from, ms: startMs } : { ms: startMs }
  const spot = { anchor: startMs, duration: null, frame: place.frame ?? null }
  return (
    <>
      <button type="button" className={styles.time} onClick={() => void room.goTo(place)}>
        {placeLabel(spot, media, counting)}
      </button>
      <span className={styles.words} data-words>
        {text.split('\n').map((line, n) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the lines of a cue never change.
          <span key={n} dir="auto">
            {line}
          </span>
        ))}
      </span>
      {onQuote && (
        <IconButton label="Comment on this line" small className={styles.quote ?? ''} onClick={onQuote}>
          <CommentIcon />
        </IconButton>
      )}
    </>
  )
}

/** Without case, accents and vowel marks. */
function folded(text: string): string {
  return text.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase().trim()
}
