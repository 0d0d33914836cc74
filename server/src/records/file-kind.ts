// Where on a file a comment can point to, by what kind of file it is.
import type { FieldError } from '../core/errors.ts'
import { fragment } from '../core/sql.ts'
import type { Annotation } from './annotation.ts'

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

export type Place = {
  anchor?: number | null | undefined
  duration?: number | null | undefined
  frame?: number | null | undefined
  annotation?: Annotation | null | undefined
}

type Room = {
  /** What anchors count; `nothing`: an anchor means all of the file. */
  anchor: 'milliseconds' | 'pages' | 'nothing'
  frame: boolean
  picture: boolean
  camera: boolean
}

// What is not known may turn out to be anything.
const rooms: Record<FileKind, Room> = {
  video: { anchor: 'milliseconds', frame: true, picture: true, camera: false },
  audio: { anchor: 'milliseconds', frame: false, picture: false, camera: false },
  document: { anchor: 'pages', frame: false, picture: true, camera: false },
  image: { anchor: 'nothing', frame: false, picture: true, camera: false },
  '3d': { anchor: 'nothing', frame: false, picture: true, camera: true },
  unknown: { anchor: 'milliseconds', frame: true, picture: true, camera: true },
}

/** The kinds of file with neither time nor pages: comments on them have no anchor. */
export const wholeKinds = (Object.keys(rooms) as FileKind[]).filter(
  (kind) => rooms[kind].anchor === 'nothing',
)

export function placeErrors(kind: FileKind, place: Place): FieldError[] {
  const room = rooms[kind]
  return [...anchorErrors(room, place), ...frameErrors(room, place), ...pictureErrors(room, place)]
}

function anchorErrors(room: Room, { anchor, duration }: Place): FieldError[] {
  if (room.anchor !== 'pages') return []
  const parts = Object.entries({ anchor, duration }).filter(([, value]) => !Number.isInteger(value ?? 0))
  if (parts.length > 0) {
    const message = 'Must be a whole number of pages.'
    return parts.map(([field]) => ({ path: `/${field}`, code: 'invalid_type', message }))
  }
  if (anchor == null || anchor >= 1) return []
  return [{ path: '/anchor', code: 'too_small', message: 'Pages are counted from 1.' }]
}

function frameErrors(room: Room, { frame }: Place): FieldError[] {
  return frame == null || room.frame ? [] : [unexpected('/frame', 'Only video has frames.')]
}

function pictureErrors(room: Room, { annotation }: Place): FieldError[] {
  if (annotation == null) return []
  if (!room.picture) return [unexpected('/annotation', 'This kind of file has no picture to draw on.')]
  if (annotation.camera == null || room.camera) return []
  return [unexpected('/annotation/camera', 'Only 3D is seen by a camera.')]
}

function unexpected(path: string, message: string): FieldError {
  return { path, code: 'unexpected', message }
}

/** The kinds of file that such a place can be on. */
export function kindsWith(place: Place): FileKind[] {
  return (Object.keys(rooms) as FileKind[]).filter((kind) => placeErrors(kind, place).length === 0)
}
