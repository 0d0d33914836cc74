// The findings on the timeline: one thin lane, coloured by level. The list beside the image shows all of them, for keyboard and touch.
import type { FileDetails } from '@dailies/sdk'
import { type CSSProperties, useMemo } from 'react'
import { useCounting } from '../../room/counting.ts'
import {
  HoverCard,
  type HoverCardHandle,
  HoverCardTrigger,
  useHoverCard,
} from '../../room/player/hover-card.tsx'
import type { Playback } from '../../room/player/playback.ts'
import { useRoom } from '../../room/room.ts'
import { useMediaQuery } from '../../ui/media-query.ts'
import { useChecks } from '../checks-queries.ts'
import { type Finding, findingLabel, placeOfFinding } from '../finding-text.ts'
import { ruleName } from '../rule-names.ts'
import styles from './finding-strip.module.css'
import { type Stretch, stretchesOf } from './stretches.ts'

type Shown = { stretch: Stretch; when: string }

export function FindingStrip({ file, playback }: { file: FileDetails; playback: Playback }) {
  const { data: checks } = useChecks(file)
  const findings = checks?.findings
  const { clock } = playback
  const stretches = useMemo(() => stretchesOf(findings ?? [], clock), [findings, clock])
  const card = useHoverCard<Shown>()
  // A finger cannot hit a stretch: on touch, the strip only shows where findings are, and the list seeks.
  const isTouch = useMediaQuery('(pointer: coarse)')
  if (stretches.length === 0) return null
  return (
    <div className={styles.strip} data-strip>
      {stretches.map((stretch) => (
        <StretchButton key={stretch.findings[0]!.id} {...{ stretch, file, card, isTouch }} />
      ))}
      {!isTouch && (
        <HoverCard card={card} label="Finding" distance={20}>
          {CardContent}
        </HoverCard>
      )}
    </div>
  )
}

type StretchProps = {
  stretch: Stretch
  file: FileDetails
  card: HoverCardHandle<Shown>
  isTouch: boolean
}

function StretchButton({ stretch, file, card, isTouch }: StretchProps) {
  const room = useRoom()
  const counting = useCounting()
  const [finding] = stretch.findings as [Finding]
  const { level, waived, from, to } = stretch
  const look = {
    className: styles.stretch,
    'data-level': level,
    'data-waived': waived || undefined,
    'data-frames': finding.firstFrame === null ? undefined : `${finding.firstFrame}-${finding.lastFrame}`,
    style: { '--from': `${from * 100}%`, '--length': `${(to - from) * 100}%` } as CSSProperties,
  }
  if (isTouch) return <span {...look} />
  const when = findingLabel(finding, file.media, counting) ?? ''
  return (
    <HoverCardTrigger card={card} shown={{ stretch, when }}>
      <button
        type="button"
        tabIndex={-1}
        {...look}
        aria-label={`${ruleName(finding.rule)} at ${when}${waived ? ', waived' : ''}`}
        onClick={() => void room.goTo(placeOfFinding(finding)!)}
      />
    </HoverCardTrigger>
  )
}

function CardContent({ stretch: { findings, level }, when }: Shown) {
  const [finding] = findings as [Finding]
  const more = findings.length - 1
  return (
    <>
      <p className={styles.cardHead}>
        <span className={styles.dot} data-level={level} />
        <b>{ruleName(finding.rule)}</b>
        <span className={styles.when}>{when}</span>
      </p>
      <p>{finding.message}</p>
      {finding.waiver && <p className={styles.quiet}>Waived: {finding.waiver.reason}</p>}
      {more > 0 && <p className={styles.quiet}>{more} more here</p>}
    </>
  )
}
