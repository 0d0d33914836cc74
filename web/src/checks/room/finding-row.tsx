// One finding: where it is, what was measured, and what to do with it.
import type { FileDetails } from '@dailies/sdk'
import { lazy, Suspense, useState } from 'react'
import { useParticipant } from '../../data/participant.ts'
import { useCounting } from '../../room/counting.ts'
import { useRoom, useRoomState } from '../../room/room.ts'
import { Time } from '../../ui/time.tsx'
import { useMakeNote, useUnwaive } from '../checks-queries.ts'
import {
  confidenceText,
  type Finding,
  findingLabel,
  isWithin,
  levelNames,
  measuredText,
  placeOfFinding,
} from '../finding-text.ts'
import { ruleName } from '../rule-names.ts'
import styles from './checks-panel.module.css'

const WaiveDialog = lazy(async () => ({ default: (await import('./waive-dialog.tsx')).WaiveDialog }))

export type FindingRowProps = {
  file: FileDetails
  finding: Finding
  /** Shows the comment that was made of it. */
  onNote: (commentId: string) => void
}

export function FindingRow({ file, finding, onNote }: FindingRowProps) {
  const room = useRoom()
  const counting = useCounting()
  const place = placeOfFinding(finding)
  const isHere = useRoomState((state) => isWithin(finding, state.place))
  const content = (
    <>
      <span className={styles.what}>
        <b>{ruleName(finding.rule)}</b>
        <span className="unseen">, {levelNames[finding.level][0]}, </span>
        <span className={styles.when}>{findingLabel(finding, file.media, counting) ?? 'Whole file'}</span>
      </span>
      <span className={styles.message}>{finding.message}</span>
      <Numbers finding={finding} />
    </>
  )
  return (
    <li
      className={styles.finding}
      data-level={finding.level}
      data-waived={finding.waiver !== null || undefined}
      aria-current={isHere || undefined}
    >
      {place ? (
        <button type="button" className={styles.main} onClick={() => void room.goTo(place)}>
          {content}
        </button>
      ) : (
        <div className={styles.main}>{content}</div>
      )}
      {finding.waiver && <Waiver {...{ file, finding }} />}
      <Actions {...{ file, finding, onNote }} />
    </li>
  )
}

function Numbers({ finding }: { finding: Finding }) {
  const numbers = [measuredText(finding), confidenceText(finding.confidence)].filter(Boolean)
  return numbers.length > 0 && <span className={styles.numbers}>{numbers.join(' · ')}</span>
}

function Waiver({ file, finding: { waiver } }: Pick<FindingRowProps, 'file' | 'finding'>) {
  if (!waiver) return null
  return (
    <p className={styles.waiver}>
      Waived by {waiver.user?.name ?? 'a former member'}, <Time of={waiver.createdAt} />
      {waiver.file.id !== file.id && ', on an earlier revision'}, because: <q dir="auto">{waiver.reason}</q>
    </p>
  )
}

function Actions({ file, finding, onNote }: FindingRowProps) {
  const { contribute, comment } = useParticipant()
  const makeNote = useMakeNote(file.id)
  const unwaive = useUnwaive(file.id)
  const [isWaiving, setWaiving] = useState(false)
  const { waiver, comment: note } = finding
  const action = (label: string, run: () => void, isBusy = false) => (
    <button type="button" className={styles.action} disabled={isBusy} onClick={run}>
      {label}
    </button>
  )
  if (!contribute && !comment && !note) return null
  return (
    <div className={styles.actions}>
      {note && action('Show the note', () => onNote(note.id))}
      {!note &&
        !waiver &&
        comment &&
        action('Make it a note', () => makeNote.mutate(finding), makeNote.isPending)}
      {contribute && !waiver && action('Waive…', () => setWaiving(true))}
      {contribute && waiver && action('Undo the waiver', () => unwaive.mutate(finding), unwaive.isPending)}
      <Suspense>
        {isWaiving && <WaiveDialog {...{ file, finding }} onClose={() => setWaiving(false)} />}
      </Suspense>
    </div>
  )
}
