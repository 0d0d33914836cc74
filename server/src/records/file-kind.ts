// Where on a file a comment can point to, by what kind of file it is.
import type { FieldError } from '../core/errors.ts'
import { fragment } from '../core/sql.ts'

export type FileKind = 'video' | 'audio' | 'document' | 'image' | '3d' | 'unknown'

/** The kind of `files f`, by its content type. */
export const fileKind = fragment`case
  when f.mode = 'YOUTUBE' or f.mime_type like 'video/%' or f.mime_type = 'application/mxf' then 'video'
  when f.mime_type like 'audio/%' then 'audio'
  when f.mime_type like 'image/%' then 'image'
  when f.mime_type like 'model/%' or f.mime_type = 'application/vnd.autodesk.fbx' then '3d'
  when f.mime_type like 'text/%' or f.mime_type in ('application/pdf', 'application/rtf', 'application/msword')
    or f.mime_type like 'application/vnd.ms-%' or f.mime_type like 'application/vnd.oasis.opendocument.%'
    or f.mime_type like 'application/vnd.openxmlformats-officedocument.%' then 'document'
  else 'unknown' end`

type Place = { anchor: number | null; frame: number | null }

// The least anchor, and whether there are frames. What is not known may turn out to be anything.
const places: Record<FileKind, { anchor: number | undefined; frame: boolean }> = {
  video: { anchor: 0, frame: true },
  audio: { anchor: 0, frame: false },
  document: { anchor: 1, frame: false },
  image: { anchor: undefined, frame: false },
  '3d': { anchor: undefined, frame: false },
  unknown: { anchor: 0, frame: true },
}

export function placeErrors(kind: FileKind, { anchor, frame }: Place): FieldError[] {
  const place = places[kind]
  const errors: FieldError[] = []
  if (anchor !== null && place.anchor === undefined) {
    errors.push({
      path: '/anchor',
      code: 'unexpected',
      message: 'This kind of file has neither time nor pages.',
    })
  } else if (anchor !== null && anchor < place.anchor!) {
    errors.push({ path: '/anchor', code: 'too_small', message: 'Pages are counted from 1.' })
  }
  if (frame !== null && !place.frame) {
    errors.push({ path: '/frame', code: 'unexpected', message: 'Only video has frames.' })
  }
  return errors
}

/** The kinds of file that such a place can be on. */
export function kindsWith(place: Place): FileKind[] {
  return (Object.keys(places) as FileKind[]).filter((kind) => placeErrors(kind, place).length === 0)
}
