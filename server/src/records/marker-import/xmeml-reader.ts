// Final Cut Pro 7 XML, as Premiere Pro exports it: the markers of the first sequence and of its clips.
import { type FrameRate, timecodeBase } from '../../core/frames.ts'
import {
  convertFrame,
  isFrameNumber,
  type MarkerReader,
  ntscRate,
  type ReadMarker,
  readMarker,
  requireFew,
  unreadable,
} from './marker.ts'
import { childOf, childrenOf, childText, findElement, readXml, type XmlElement } from './xml-reader.ts'

export const readXmeml: MarkerReader = (text, context) => {
  const { rate, dropFrame } = context
  const root = readXml(text, context)
  const timeline = findElement(root, 'sequence') ?? findElement(root, 'clip')
  if (root.name !== 'xmeml' || timeline === undefined)
    throw unreadable('Must be xmeml with a sequence or a clip.')
  const own = rateOf(timeline, rate) ?? rate
  const placed = [
    ...childrenOf(timeline, 'marker').map((element) => ({ element, shift: 0 })),
    ...clipMarkers(timeline),
  ]
  requireFew(placed.length, context)
  const markers = placed.flatMap(({ element, shift }) => markerOf(element, shift, own, rate) ?? [])
  const said = childText(childOf(timeline, 'timecode'), 'displayformat') === 'DF'
  return { markers, dropFrame: dropFrame ?? said, ignored: placed.length - markers.length }
}

/** Markers of clips count from the start of the source. */
function clipMarkers(timeline: XmlElement): { element: XmlElement; shift: number }[] {
  const media = childOf(timeline, 'media')
  const tracks = ['video', 'audio'].flatMap((kind) => childrenOf(childOf(media, kind), 'track'))
  return tracks.flatMap((track) =>
    childrenOf(track, 'clipitem').flatMap((clip) => {
      const shift = Number(childText(clip, 'start')) - Number(childText(clip, 'in'))
      return childrenOf(clip, 'marker').map((element) => ({ element, shift }))
    }),
  )
}

function markerOf(
  element: XmlElement,
  shift: number,
  own: FrameRate,
  rate: FrameRate,
): ReadMarker | undefined {
  const [from, to] = [
    Number(childText(element, 'in') || Number.NaN) + shift,
    Number(childText(element, 'out')) + shift,
  ]
  if (!isFrameNumber(from, own)) return undefined
  const frame = convertFrame(from, own, rate)
  const end = isFrameNumber(to, own) && to > from ? convertFrame(to, own, rate) : frame + 1
  return readMarker({
    frame,
    length: Math.max(1, end - frame),
    name: childText(element, 'name'),
    note: childText(element, 'comment'),
    colour: colourOf(childText(element, 'pproColor')),
  })
}

/** A rate such as 12.5 has no notation: a sequence with the same whole timebase as the file is at the rate of the file. */
function rateOf(timeline: XmlElement, file: FrameRate): FrameRate | undefined {
  const rate = childOf(timeline, 'rate')
  const base = Number(childText(rate, 'timebase'))
  if (!Number.isInteger(base) || base < 1 || base > 1000) return undefined
  const ntsc = childText(rate, 'ntsc').toUpperCase() === 'TRUE'
  const fileIsWhole = file.num === file.den * timecodeBase(file)
  const fileIsNtsc = file.num * 1001 === file.den * timecodeBase(file) * 1000
  if (!ntsc && !fileIsWhole && !fileIsNtsc && timecodeBase(file) === base) return undefined
  return ntscRate(base, ntsc)
}

/** The colours of Premiere Pro, as 0xAABBGGRR. Its default is green and has no number. */
const colours: readonly (readonly [string, number])[] = [
  ['RED', 0x362cd2],
  ['GREEN', 0x378671],
  ['YELLOW', 0x2ba1d0],
  ['BLUE', 0xfc8d42],
]

/** The nearest of the colours that have a name here; null for others. */
function colourOf(number: string): string | null {
  if (!/^\d{1,10}$/.test(number)) return null
  const value = Number(number) % 0x1000000
  const parts = (colour: number) => [colour & 0xff, (colour >> 8) & 0xff, (colour >> 16) & 0xff]
  const near = colours.find(([, colour]) =>
    parts(colour).every((part, i) => Math.abs(part - parts(value)[i]!) <= 24),
  )
  return near?.[0] ?? null
}
