// Findings about fields: what the file says, and what its frames show.
import { fieldOrder } from './fields.ts'
import { aboutFile, type Finding, type Judgement, type Measured, notMeasured } from './finding.ts'
import type { CheckRules } from './profile.ts'
import { joined, type Stretch, stretches } from './stretches.ts'
import type { VideoSeries } from './video-series.ts'

type Fields = 'PROGRESSIVE' | 'TOP_FIRST' | 'BOTTOM_FIRST'
type Rule = NonNullable<CheckRules['interlacing']>

const names: Readonly<Record<Fields, string>> = {
  PROGRESSIVE: 'progressive',
  TOP_FIRST: 'interlaced, top field first',
  BOTTOM_FIRST: 'interlaced, bottom field first',
}
/** Fewer frames may be a mistake of the measurement. */
const leastFrames = 4
/** Of the frames of a stretch, this part must show it. */
const leastShare = 0.6

export function judgeInterlacing(rule: Rule, video: VideoSeries, { fields: flag }: Measured): Judgement {
  const { level, expected } = rule
  const shown = shownFields(video)
  const limit = names[expected]
  if (shown === null && flag === null)
    return notMeasured(
      'The file does not say how its frames were taken, and nothing moves enough to show it.',
    )
  const findings = [...flagFindings(rule, flag, shown), ...stretchFindings(rule, video, flag)]
  if (shown === 'PROGRESSIVE' && expected !== 'PROGRESSIVE' && flag === expected) {
    findings.push({
      ...aboutFile('interlacing', level, names.PROGRESSIVE, limit),
      message: `The file says ${names[flag]}, but its frames are progressive.`,
    })
  }
  if (findings.length > 0 || shown !== null) return { findings, measured: shown && names[shown], limit }
  return notMeasured(`The file says ${names[flag!]}, but nothing moves enough to show it.`, { limit })
}

/** The fields of most frames that show them. */
function shownFields({ fields }: VideoSeries): Fields | null {
  const counts = { PROGRESSIVE: 0, TOP_FIRST: 0, BOTTOM_FIRST: 0 }
  for (const [name, number] of Object.entries(fieldOrder))
    if (name !== 'UNKNOWN')
      counts[name as Fields] = fields.reduce((sum, field) => sum + (field === number ? 1 : 0), 0)
  const [largest] = Object.entries(counts).toSorted(([, a], [, b]) => b - a) as [Fields, number][]
  return largest![1] > 0 ? largest![0] : null
}

function flagFindings({ level, expected }: Rule, flag: Fields | null, shown: Fields | null): Finding[] {
  if (flag === null || flag === expected) return []
  const frames = shown === null || shown === flag ? '' : ` Its frames are ${names[shown]}.`
  return [
    {
      ...aboutFile('interlacing', level, names[flag], names[expected]),
      message: `The file says ${names[flag]}; the check profile asks for ${names[expected]}.${frames}`,
    },
  ]
}

/** Progressive frames in an interlaced file are usual: only the other order of fields is wrong there. */
function stretchFindings({ level, expected }: Rule, { fields }: VideoSeries, flag: Fields | null): Finding[] {
  const wrong = (['TOP_FIRST', 'BOTTOM_FIRST'] as const).filter((name) => name !== expected)
  return wrong.flatMap((name) => {
    const isWrong = (n: number) => fields[n] === fieldOrder[name]
    return placesOf(fields, isWrong).map((place) => ({
      ...{
        rule: 'interlacing' as const,
        level,
        place,
        measured: names[name],
        limit: names[expected],
        confidence: 0.8,
      },
      ...(flag === 'PROGRESSIVE' && {
        message: `These frames are ${names[name]}, although the file says progressive.`,
      }),
    }))
  })
}

/** Frames that do not show their fields belong to the stretch around them. */
function placesOf(fields: Uint8Array, isWrong: (n: number) => boolean): Stretch[] {
  const isUnknownBetween = (before: Stretch, after: Stretch) => {
    for (let n = before.last + 1; n < after.first; n++) if (fields[n] !== fieldOrder.UNKNOWN) return false
    return true
  }
  return joined(stretches(fields.length, isWrong), isUnknownBetween).filter(({ first, last }) => {
    let count = 0
    for (let n = first; n <= last; n++) if (isWrong(n)) count++
    return count >= leastFrames && count >= leastShare * (last - first + 1)
  })
}
