// FCPXML: the markers of the first sequence, on its clips at any depth. Times are fractions of seconds.
import type { FrameRate } from '../../core/frames.ts'
import {
  isFrameNumber,
  type MarkerReader,
  type ReadMarker,
  readMarker,
  requireFew,
  unreadable,
} from './marker.ts'
import { childOf, findElement, readXml, type XmlElement } from './xml-reader.ts'

type Time = { num: bigint; den: bigint }
type Placed = {
  element: XmlElement
  /** Time to add to the times inside the element to get times from the start of the sequence. */
  shift: Time
}

const zero: Time = { num: 0n, den: 1n }

export const readFcpxml: MarkerReader = (text, context) => {
  const { rate, dropFrame } = context
  const root = readXml(text, context)
  const sequence = findElement(root, 'sequence')
  if (root.name !== 'fcpxml' || sequence === undefined) throw unreadable('Must be FCPXML with a sequence.')
  const placed = markersIn(sequence, assetStarts(root))
  requireFew(placed.length, context)
  const markers = placed.flatMap(({ element, shift }) => markerOf(element, shift, rate) ?? [])
  const said = sequence.attributes.get('tcFormat') === 'DF'
  return { markers, dropFrame: dropFrame ?? said, ignored: placed.length - markers.length }
}

/** Where the sources of clips start: a clip without a start begins there. */
function assetStarts(root: XmlElement): Map<string, Time> {
  const assets = (childOf(root, 'resources')?.children ?? []).filter(({ name }) => name === 'asset')
  return new Map(
    assets.map(({ attributes }) => [attributes.get('id') ?? '', timeOf(attributes.get('start')) ?? zero]),
  )
}

function markersIn(sequence: XmlElement, starts: Map<string, Time>): Placed[] {
  const first = timeOf(sequence.attributes.get('tcStart')) ?? zero
  const found: Placed[] = []
  const waiting: Placed[] = [{ element: sequence, shift: minus(zero, first) }]
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    const { element: parent, shift } = next
    for (const element of parent.children.toReversed()) {
      if (element.name === 'marker' || element.name === 'chapter-marker') found.push({ element, shift })
      else
        waiting.push({ element, shift: isTransparent(element) ? shift : shiftInside(element, shift, starts) })
    }
  }
  return found.reverse()
}

/** A spine in a sequence has the times of the sequence. */
function isTransparent({ attributes }: XmlElement): boolean {
  return !attributes.has('offset') && !attributes.has('start') && !attributes.has('ref')
}

/** The time `start` of a clip is shown at its `offset` in the parent. */
function shiftInside({ attributes }: XmlElement, outside: Time, starts: Map<string, Time>): Time {
  const start = timeOf(attributes.get('start')) ?? starts.get(attributes.get('ref') ?? '') ?? zero
  return minus(plus(outside, timeOf(attributes.get('offset')) ?? zero), start)
}

function markerOf({ attributes }: XmlElement, shift: Time, rate: FrameRate): ReadMarker | undefined {
  const start = timeOf(attributes.get('start'))
  if (start === undefined) return undefined
  const frame = frameOf(plus(start, shift), rate)
  const length = frameOf(timeOf(attributes.get('duration')) ?? zero, rate)
  if (!isFrameNumber(frame, rate) || !isFrameNumber(length, rate)) return undefined
  const completed = attributes.get('completed')
  return readMarker({
    frame,
    length: Math.max(1, length),
    name: attributes.get('value') ?? '',
    note: attributes.get('note') ?? '',
    resolved: completed === undefined ? null : completed === '1',
  })
}

/** `1001/30000s`, `5s` or `2.5s`; undefined for other texts. Denominators have 32 bits in the documentation. */
function timeOf(text: string | undefined): Time | undefined {
  const [, whole, decimals = '', den = '1'] =
    /^(-?\d{1,18})(?:\.(\d{1,9})|\/([1-9]\d{0,9}))?s$/.exec(text ?? '') ?? []
  if (whole === undefined) return undefined
  return decimals === ''
    ? { num: BigInt(whole), den: BigInt(den) }
    : { num: BigInt(whole + decimals), den: 10n ** BigInt(decimals.length) }
}

function plus(a: Time, b: Time): Time {
  return reduced({ num: a.num * b.den + b.num * a.den, den: a.den * b.den })
}

function minus(a: Time, b: Time): Time {
  return plus(a, { num: -b.num, den: b.den })
}

/** Denominators of nested clips multiply: without a limit, a hostile file would make numbers of thousands of digits. */
const greatestDenominator = 10n ** 18n

function reduced({ num, den }: Time): Time {
  let [a, b] = [num < 0n ? -num : num, den]
  while (b > 0n) [a, b] = [b, a % b]
  const time = a > 1n ? { num: num / a, den: den / a } : { num, den }
  if (time.den > greatestDenominator) throw unreadable('The times of nested clips have no common timescale.')
  return time
}

/** The nearest frame: programs round times to their own fractions. */
function frameOf({ num, den }: Time, rate: FrameRate): number {
  const [above, below] = [num * BigInt(rate.num), den * BigInt(rate.den)]
  return Number((2n * above + below) / (2n * below))
}
