// Marker lists of Avid Media Composer: tab-separated text, and XML.
import {
  countsDropFrame,
  fullTimecode,
  isFrameNumber,
  type MarkerReader,
  readMarker,
  requireFew,
  unreadable,
} from './marker.ts'
import { childrenOf, everyElement, readXml, type XmlElement } from './xml-reader.ts'

/** Columns: user, timecode, track, colour, comment, length in frames. */
export const readAvid: MarkerReader = (text, context) => {
  const dropFrame = countsDropFrame(text, context)
  const rows = text
    .replace(/^\ufeff/, '')
    .split(/\r\n|[\n\r]/)
    .filter((line) => line.trim() !== '')
  const markers = rows.flatMap((line) => {
    const [author = '', code = '', , colour = '', note = '', length = ''] = line.split('\t')
    const frame = fullTimecode(code.trim(), context.rate, dropFrame)
    return frame === undefined ? [] : [avidMarker({ frame, absolute: true }, author, colour, note, length)]
  })
  requireFew(markers.length, context)
  if (markers.length === 0)
    throw unreadable('Must have a marker on each line: user, timecode, track, colour, comment.')
  return { markers, dropFrame, ignored: rows.length - markers.length }
}

export const readAvidXml: MarkerReader = (text, context) => {
  const dropFrame = countsDropFrame(text, context)
  const classes = [...everyElement(readXml(text, context))].filter(
    ({ name, attributes }) => name === 'AvClass' && attributes.get('id') === 'ATTR',
  )
  requireFew(classes.length, context)
  const markers = classes.flatMap((element) => {
    const values = attributesOf(element)
    const value = (name: string) => values.get(name)?.trim() ?? ''
    const at = placeOf(value('_ATN_CRM_TC'))
    if (at === undefined) return []
    const colour = value('_ATN_CRM_COLOR')
    return [avidMarker(at, value('_ATN_CRM_USER'), colour, value('_ATN_CRM_COM'), value('_ATN_CRM_LENGTH'))]
  })

  /** Media Composer writes timecodes, other programs frames from the start. */
  function placeOf(code: string) {
    if (/^\d{1,9}$/.test(code)) {
      return isFrameNumber(Number(code), context.rate) ? { frame: Number(code), absolute: false } : undefined
    }
    const frame = fullTimecode(code, context.rate, dropFrame)
    return frame === undefined ? undefined : { frame, absolute: true }
  }
  return { markers, dropFrame, ignored: classes.length - markers.length }
}

function avidMarker(
  at: { frame: number; absolute: boolean },
  author: string,
  colour: string,
  note: string,
  length: string,
) {
  return readMarker({
    ...at,
    length: Math.max(1, Number(/^\d{1,9}$/.exec(length.trim())?.[0] ?? 1)),
    note: note.trim(),
    colour: colour.trim() === '' ? null : colour.trim().slice(0, 30).toUpperCase(),
    author: author.trim() === '' ? null : author.trim(),
  })
}

/** The names and values of a marker. */
function attributesOf(element: XmlElement): Map<string, string> {
  const values = new Map<string, string>()
  for (const list of childrenOf(element, 'List')) {
    for (const entry of childrenOf(list, 'ListElem')) {
      const part = (kind: RegExp) =>
        childrenOf(entry, 'AvProp').find(({ attributes }) => kind.test(attributes.get('name') ?? ''))?.text
      const name = part(/^OMFI:ATTB:Name$/)
      if (name !== undefined) values.set(name.trim(), part(/^OMFI:ATTB:(String|Int)Attribute$/) ?? '')
    }
  }
  return values
}
