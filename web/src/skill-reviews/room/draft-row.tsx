// One draft note: its place, its text, and the decision about it.
import type { DraftNote, FileDetails } from '@dailies/sdk'
import { lazy, Suspense, useEffect, useMemo, useState } from 'react'
import { findingLabel, isWithin, placeOfFinding } from '../../checks/finding-text.ts'
import { useCounting } from '../../room/counting.ts'
import { type Shape, useRoom, useRoomState } from '../../room/room.ts'
import { useAccept } from '../skill-review-queries.ts'
import { sureText } from '../skill-review-text.ts'
import styles from './drafts-panel.module.css'

const EditDialog = lazy(async () => ({ default: (await import('./draft-dialogs.tsx')).EditDialog }))
const DismissDialog = lazy(async () => ({ default: (await import('./draft-dialogs.tsx')).DismissDialog }))

/** The box that a comment has when the draft is accepted. */
function boxOf({ x, y, width, height }: NonNullable<DraftNote['area']>): Shape {
  const corner: [number, number] = [Math.min(1, x + width), Math.min(1, y + height)]
  return { kind: 'box', points: [[x, y], corner], colour: '#ff9500', width: 0.004 }
}

type DraftRowProps = { file: FileDetails; draft: DraftNote; onNote: (commentId: string) => void }

export function DraftRow({ file, draft, onNote }: DraftRowProps) {
  const room = useRoom()
  const counting = useCounting()
  const place = placeOfFinding(draft)
  const isHere = useRoomState((state) => isWithin(draft, state.place))
  const { skill, skillVersion, text, state, area } = draft
  const shapes = useMemo(() => area && [boxOf(area)], [area])
  const show = () => room.showDrawing({ place, shapes })
  // The drawing goes with the row: the draft is decided, or another tab is open.
  useEffect(
    () => () => {
      if (shapes && room.store.get().shown === shapes) void room.select(null)
    },
    [room, shapes],
  )
  const content = (
    <>
      <span className={styles.what}>
        <b>
          {skill.name} <span className={styles.version}>version {skillVersion.version}</span>
        </b>
        <span className={styles.when}>{findingLabel(draft, file.media, counting) ?? 'Whole file'}</span>
      </span>
      <span className={styles.text} dir="auto">
        {text}
      </span>
      <span className={styles.quiet}>{sureText(draft)}</span>
    </>
  )
  return (
    <li className={styles.draft} data-state={state} aria-current={isHere || undefined}>
      {place || area ? (
        <button type="button" className={styles.main} onClick={() => void show()}>
          {content}
        </button>
      ) : (
        <div className={styles.main}>{content}</div>
      )}
      {state === 'DRAFT' ? <Decide {...{ file, draft }} /> : <Decided {...{ draft, onNote }} />}
    </li>
  )
}

function Decide({ file, draft }: Pick<DraftRowProps, 'file' | 'draft'>) {
  const accept = useAccept(file.id)
  const [asks, setAsks] = useState<'edit' | 'dismiss' | null>(null)
  const action = (label: string, run: () => void) => (
    <button type="button" className={styles.action} disabled={accept.isPending} onClick={run}>
      {label}
    </button>
  )
  const close = () => setAsks(null)
  return (
    <div className={styles.actions}>
      {action('Accept', () => accept.mutate({ draft }))}
      {action('Edit…', () => setAsks('edit'))}
      {action('Dismiss…', () => setAsks('dismiss'))}
      <Suspense>
        {asks === 'edit' && <EditDialog {...{ file, draft }} onClose={close} />}
        {asks === 'dismiss' && <DismissDialog {...{ file, draft }} onClose={close} />}
      </Suspense>
    </div>
  )
}

function Decided({ draft: { state, comment, decidedBy, reason }, onNote }: Omit<DraftRowProps, 'file'>) {
  const name = decidedBy?.name ?? 'a former member'
  return (
    <>
      <p className={styles.decision}>
        {state === 'ACCEPTED' ? `Accepted by ${name}` : `Dismissed by ${name}, because: `}
        {state === 'DISMISSED' && <q dir="auto">{reason}</q>}
      </p>
      {comment && (
        <div className={styles.actions}>
          <button type="button" className={styles.action} onClick={() => onNote(comment.id)}>
            Show the note
          </button>
        </div>
      )}
    </>
  )
}
