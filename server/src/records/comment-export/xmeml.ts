// Final Cut Pro 7 XML (xmeml 4), which Premiere Pro imports: a sequence with the files as clips, offline until they are linked, and a
// sequence marker for each thread.
import { type FrameRate, timecode, timecodeBase } from '../../core/frames.ts'
import type { CommentExport, ExportedClip } from './export-thread.ts'
import { isResolved, markerName, markerNote, markersOf, type TimelineMarker } from './markers.ts'
import { xmlText } from './xml-text.ts'

export function writeXmeml(written: CommentExport): string {
  const { title, rate, clips } = written
  const { width, height } = clips[0]?.size ?? { width: 1920, height: 1080 }
  const of = (kind: ExportedClip['kind']) =>
    clips.map((clip, i) => (clip.kind === kind ? clipItem(clip, i + 1, written) : '')).join('')
  const duration = clips.reduce((end, { offset, length }) => Math.max(end, offset + length), 1)
  return `<?xml version="1.0" encoding="UTF-8"?>
<!DOCTYPE xmeml>
<xmeml version="4">
<sequence id="sequence-1">
<name>${xmlText(title)}</name>
<duration>${duration}</duration>
${rateElement(rate)}
${timecodeElement(written.start, written)}
<media>
<video>
<format><samplecharacteristics>${rateElement(rate)}<width>${width}</width><height>${height}</height></samplecharacteristics></format>
<track>
${of('video')}</track>
</video>
<audio>
<track>
${of('audio')}</track>
</audio>
</media>
${markersOf(written).map(marker).join('')}</sequence>
</xmeml>
`
}

function clipItem(clip: ExportedClip, number: number, written: CommentExport): string {
  const { fileName, offset, length, size, kind } = clip
  const name = `<name>${xmlText(fileName)}</name>`
  const rate = rateElement(written.rate)
  const sizeElements = size === null ? '' : `<width>${size.width}</width><height>${size.height}</height>`
  const media =
    kind === 'audio'
      ? '<media><audio/></media>'
      : `<media><video><samplecharacteristics>${rate}${sizeElements}</samplecharacteristics></video></media>`
  return `<clipitem id="clipitem-${number}">
${name}<duration>${length}</duration>${rate}<start>${offset}</start><end>${offset + length}</end><in>0</in><out>${length}</out>
<file id="file-${number}">${name}<pathurl>file://localhost/${encodeURIComponent(fileName.toWellFormed())}</pathurl>${rate}<duration>${length}</duration>
${timecodeElement(clip.sourceStart ?? 0, written)}
${media}</file>
</clipitem>
`
}

/** NTSC means that the rate is 1000/1001 of its timebase, as 23.976 is of 24. */
function rateElement(rate: FrameRate): string {
  const base = timecodeBase(rate)
  const ntsc = rate.num * 1001 === rate.den * base * 1000
  return `<rate><timebase>${base}</timebase><ntsc>${ntsc ? 'TRUE' : 'FALSE'}</ntsc></rate>`
}

function timecodeElement(start: number, { rate, dropFrame }: CommentExport): string {
  const text = timecode(0, rate, { dropFrame, start })
  const format = dropFrame ? 'DF' : 'NDF'
  return `<timecode>${rateElement(rate)}<string>${text}</string><frame>${start}</frame><displayformat>${format}</displayformat></timecode>`
}

/** Colours of Premiere Pro, as 0xAABBGGRR. */
const colours = { open: 0xff362cd2, resolved: 0xff378671 }

function marker(marker: TimelineMarker): string {
  const { start, length } = marker
  return `<marker>
<name>${xmlText(markerName(marker))}</name>
<comment>${xmlText(markerNote(marker, '\n'))}</comment>
<in>${start}</in>
<out>${length > 1 ? start + length : -1}</out>
<pproColor>${isResolved(marker) ? colours.resolved : colours.open}</pproColor>
</marker>
`
}
