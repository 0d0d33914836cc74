// The preview of an import: the markers of the file, and what becomes of each.
import type { ImportCommentsResult } from '@dailies/sdk'
import styles from './import-dialog.module.css'

const programs: Record<ImportCommentsResult['format'], string> = {
  edl: 'Marker list (EDL)',
  xmeml: 'Premiere Pro sequence (XML)',
  'premiere-csv': 'Premiere Pro marker list',
  avid: 'Media Composer markers (text)',
  'avid-xml': 'Media Composer markers (XML)',
  fcpxml: 'Final Cut Pro (FCPXML)',
  otio: 'OpenTimelineIO',
  srt: 'Subtitles (SRT)',
}

const states = { NEW: 'New', EXISTS: 'Already here', OUTSIDE: 'Outside the file' } as const

const losses: Record<ImportCommentsResult['losses'][number], string> = {
  AUTHORS: 'authors',
  RESOLVED: 'which comments are resolved',
  LINE_BREAKS: 'line breaks',
  REPLIES: 'replies as comments of their own',
  DRAWINGS: 'drawings',
  ATTACHMENTS: 'attachments',
  ONE_PER_FRAME: 'more than one marker on a frame',
  SINGLE_FRAMES: 'comments on a single frame',
}

const list = new Intl.ListFormat('en', { type: 'disjunction' })

export function ImportPreview({ result }: { result: ImportCommentsResult }) {
  const { markers, losses: lost, unreadable } = result
  // On a phone, every column takes space from the text.
  const hasAuthors = markers.some(({ author }) => author !== null)
  return (
    <>
      <div>
        <p role="status">{summary(result)}</p>
        <p className="quiet small">
          This format cannot hold {list.format(lost.map((one) => losses[one]))}.
          {unreadable > 0 &&
            ` ${unreadable} ${unreadable === 1 ? 'line' : 'lines'} of the file cannot be read.`}
        </p>
      </div>
      {markers.length > 0 && (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, and the keyboard must reach it.
        <section className={styles.scroll} aria-label="Markers" tabIndex={0}>
          <table className={styles.table}>
            <caption className="unseen">Markers of the file</caption>
            <thead>
              <tr>
                <th scope="col">Timecode</th>
                {hasAuthors && <th scope="col">Author</th>}
                <th scope="col">Text</th>
                <th scope="col">Result</th>
              </tr>
            </thead>
            <tbody>
              {markers.map(({ timecode, author, content, resolved, drawing, state }, i) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: the list never changes its order.
                <tr key={i} data-state={state}>
                  <td>{timecode}</td>
                  {hasAuthors && <td dir="auto">{author}</td>}
                  <td dir="auto">{content ?? (drawing ? 'Drawing' : 'Marker without text')}</td>
                  <td>{state === 'NEW' && resolved ? 'New, resolved' : states[state]}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </section>
      )}
    </>
  )
}

/** `Marker list (EDL) from 01:00:00:00: 2 new, 1 already here, 1 outside the file.` */
function summary({ format, startTimecode, markers }: ImportCommentsResult): string {
  const counted = (Object.keys(states) as (keyof typeof states)[]).flatMap((state) => {
    const count = markers.filter((marker) => marker.state === state).length
    return count === 0 ? [] : `${count} ${states[state].toLowerCase()}`
  })
  const found = counted.length === 0 ? 'no markers' : counted.join(', ')
  return `${programs[format]} from ${startTimecode}: ${found}.`
}
