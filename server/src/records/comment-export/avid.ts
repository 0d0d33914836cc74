// Marker lists of Avid Media Composer (Markers window > Import): tab-separated text, and XML. Media Composer keeps one marker on a
// frame of a track, so threads on a frame are merged.
import { timecode } from '../../core/frames.ts'
import type { CommentExport } from './export-thread.ts'
import {
  isResolved,
  markerName,
  markerNote,
  mergedMarkersOf,
  oneLine,
  type TimelineMarker,
} from './markers.ts'
import { xmlText } from './xml-text.ts'

/** Columns: user, timecode, track, colour, comment, length in frames. */
export function writeAvid(written: CommentExport): string {
  return mergedMarkersOf(written)
    .map((marker) => {
      const { user, code, colour, comment } = fieldsOf(marker, written)
      return `${[user, code, 'V1', colour.toLowerCase(), comment, marker.length].join('\t')}\n`
    })
    .join('')
}

export function writeAvidXml(written: CommentExport): string {
  const markers = mergedMarkersOf(written).map((marker) => markerClass(marker, written))
  return `<?xml version="1.0" encoding="UTF-8" standalone="no" ?>
<!DOCTYPE Avid:StreamItems SYSTEM "AvidSettingsFile.dtd">
<Avid:StreamItems xmlns:Avid="http://www.avid.com">
<Avid:XMLFileData>
<AvProp name="DomainMagic" type="string">Domain</AvProp>
<AvProp name="DomainKey" type="char4">58424a44</AvProp>
${markers.join('')}</Avid:XMLFileData>
</Avid:StreamItems>
`
}

function fieldsOf(marker: TimelineMarker, { rate, dropFrame, start }: CommentExport) {
  return {
    user: oneLine(markerName(marker)),
    code: timecode(marker.start, rate, { dropFrame, start }),
    colour: isResolved(marker) ? 'Green' : 'Red',
    comment: oneLine(markerNote(marker, ' / ')),
  }
}

function markerClass(marker: TimelineMarker, written: CommentExport): string {
  const { user, code, colour, comment } = fieldsOf(marker, written)
  const first = marker.threads[0]!.comment
  const seconds = Math.floor(Date.parse(`${first.createdAt.replace(' ', 'T')}Z`) / 1000)
  const attributes = [
    attribute('_ATN_CRM_LONG_CREATE_DATE', seconds),
    attribute('_ATN_CRM_USER', user),
    attribute('_ATN_CRM_COM', comment),
    attribute('_ATN_CRM_LONG_MOD_DATE', seconds),
    attribute('_ATN_CRM_COLOR_EXTENDED', colour),
    attribute('_ATN_CRM_COLOR', colour),
    attribute('_ATN_CRM_ID', markerId(first.id)),
    attribute('_ATN_CRM_TC', code),
    attribute('_ATN_CRM_TRK', 'V1'),
    attribute('_ATN_CRM_LENGTH', marker.length),
  ]
  return `<AvClass id="ATTR">
<AvProp id="ATTR" name="__OMFI:ATTR:NumItems" type="int32">${attributes.length}</AvProp>
<List id="OMFI:ATTR:AttrRefs">
${attributes.join('')}<ListElem/>
</List>
</AvClass>
`
}

function attribute(name: string, value: string | number): string {
  const [kind, field, type] =
    typeof value === 'number' ? [1, 'IntAttribute', 'int32'] : [2, 'StringAttribute', 'string']
  return `<ListElem>
<AvProp id="ATTR" name="OMFI:ATTB:Kind" type="int32">${kind}</AvProp>
<AvProp id="ATTR" name="OMFI:ATTB:Name" type="string">${name}</AvProp>
<AvProp id="ATTR" name="OMFI:ATTB:${field}" type="${type}">${xmlText(String(value))}</AvProp>
</ListElem>
`
}

/** In the form of the ids that Media Composer writes, the same for each export of a comment. */
function markerId(commentId: string): string {
  const hex = Buffer.from(commentId.replaceAll('-', ''), 'hex').toString('hex').padEnd(32, '0')
  return `060a2b340101010501010f1013-000000-${hex.slice(0, 16)}-${hex.slice(16, 28)}-${hex.slice(28, 32)}`
}
