// The marker list that Premiere Pro exports (File > Export > Markers): columns Marker Name, Description, In, Out, Duration, Marker
// Type, separated by tabs or commas. The columns have that order in every language.
import {
  countsDropFrame,
  fullTimecode,
  type MarkerReader,
  readMarker,
  requireFew,
  unreadable,
} from './marker.ts'

const usual = ['marker name', 'description', 'in', 'out', 'duration']

export const readPremiereCsv: MarkerReader = (text, context) => {
  const dropFrame = countsDropFrame(text, context)
  const source = text.replace(/^\ufeff/, '')
  const [header = [], ...rows] = readDelimited(source, separatorOf(source))
  const found = usual.map((name) => header.findIndex((cell) => cell.trim().toLowerCase() === name))
  const isUsual = found.every((index) => index >= 0)
  const [name, description, from, , duration] = isUsual ? found : [0, 1, 2, 3, 4]
  const filled = rows.filter((cells) => cells.some((cell) => cell.trim() !== ''))
  const markers = filled.flatMap((cells) => {
    const cell = (index: number | undefined) => cells[index!]?.trim() ?? ''
    const frame = fullTimecode(cell(from), context.rate, dropFrame)
    if (frame === undefined) return []
    const length = fullTimecode(cell(duration), context.rate, dropFrame) ?? 1
    return [
      readMarker({
        ...{ frame, absolute: true, length: Math.max(1, length) },
        ...{ name: cell(name), note: cell(description) },
      }),
    ]
  })
  requireFew(markers.length, context)
  if (markers.length === 0 && (filled.length > 0 || !isUsual)) {
    throw unreadable('Must have the columns Marker Name, Description, In, Out and Duration, with timecodes.')
  }
  return { markers, dropFrame, ignored: filled.length - markers.length }
}

function separatorOf(text: string): string {
  const [header = ''] = text.split(/[\r\n]/, 1)
  return ['\t', ';', ','].find((separator) => header.includes(separator)) ?? ','
}

/** Cells by RFC 4180, with any separator. */
function readDelimited(text: string, separator: string): string[][] {
  const rows: string[][] = [[]]
  let [cell, quoted] = ['', false]
  const endCell = () => {
    rows.at(-1)!.push(cell)
    cell = ''
  }
  for (let i = 0; i < text.length; i++) {
    const character = text[i]!
    if (quoted) {
      if (character !== '"') cell += character
      else if (text[i + 1] === '"') {
        cell += '"'
        i += 1
      } else quoted = false
    } else if (character === '"' && cell === '') quoted = true
    else if (character === separator) endCell()
    else if (character === '\n' || character === '\r') {
      if (character === '\r' && text[i + 1] === '\n') i += 1
      endCell()
      rows.push([])
    } else cell += character
  }
  endCell()
  return rows
}
