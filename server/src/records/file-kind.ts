// The places on a file that a comment can point to, by the kind of the file.
import type { FieldError } from '../core/errors.ts'
import { fragment } from '../core/sql.ts'
import type { Annotation } from './annotation.ts'

export type FileKind = 'video' | 'audio' | 'document' | 'image' | '3d' | 'unknown'

/** The kind of `files f`, derived from its content type. A TIFF with several pages is a document. */
export const fileKind = fragment`case
  when f.mode = 'YOUTUBE' or f.mime_type like 'video/%' or f.mime_type = 'application/mxf' then 'video'
  when f.mime_type like 'audio/%' then 'audio'
  when f.mime_type = 'image/tiff' and f.kind = 'DOCUMENT' then 'document'
  when f.mime_type like 'image/%' then 'image'
  when f.mime_type like 'model/%' or f.mime_type = 'application/vnd.autodesk.fbx' then '3d'
  when f.mime_type like 'text/%' or f.mime_type in ('application/pdf', 'application/rtf', 'application/msword')
    or f.mime_type like 'application/vnd.ms-%' or f.mime_type like 'application/vnd.oasis.opendocument.%'
    or f.mime_type like 'application/vnd.openxmlformats-officedocument.%' then 'document'
  else 'unknown' end`

export type MediaKind = 'VIDEO' | 'AUDIO' | 'IMAGE' | 'DOCUMENT' | 'MODEL' | 'OTHER'

/** The kind of media of a content type, as the column `files.kind` has it before the file is probed. */
export function mediaKind(mimeType: string): MediaKind {
  if (mimeType.startsWith('video/') || mimeType === 'application/mxf') return 'VIDEO'
  if (mimeType.startsWith('audio/')) return 'AUDIO'
  if (mimeType.startsWith('image/')) return 'IMAGE'
  if (mimeType.startsWith('model/') || mimeType === 'application/vnd.autodesk.fbx') return 'MODEL'
  return isDocument(mimeType) ? 'DOCUMENT' : 'OTHER'
}

function isDocument(mimeType: string): boolean {
  if (['application/pdf', 'application/rtf', 'application/msword'].includes(mimeType)) return true
  return ['text/', 'application/vnd.ms-', ...officeTypes].some((start) => mimeType.startsWith(start))
}

const extensions: readonly (readonly [MediaKind, string])[] = [
  ['VIDEO', 'mp4 m4v mov mxf avi mkv webm mpg mpeg mts m2ts wmv'],
  ['AUDIO', 'wav mp3 aac m4a flac aif aiff ogg opus'],
  [
    'IMAGE',
    'jpg jpeg png gif webp avif heic heif tif tiff bmp exr dpx psd jxl jp2 hdr dng nef nrw cr2 cr3 arw raf orf rw2 pef srw 3fr iiq',
  ],
  ['DOCUMENT', 'pdf txt md rtf doc docx odt xls xlsx ods ppt pptx odp csv fountain srt vtt'],
  ['MODEL', 'glb gltf fbx obj stl ply usdz'],
  ['OTHER', 'zip rar 7z gz tar exe dmg iso'],
]

/** The kind that the extension of a name promises; undefined for an extension that says nothing. The bytes decide later. */
export function kindOfExtension(name: string): MediaKind | undefined {
  const extension = /\.([^.]+)$/.exec(name)?.[1]?.toLowerCase()
  return extensions.find(([, list]) => list.split(' ').includes(extension ?? ''))?.[0]
}

const officeTypes = ['application/vnd.oasis.opendocument.', 'application/vnd.openxmlformats-officedocument.']

export type Place = {
  anchor?: number | null | undefined
  duration?: number | null | undefined
  frame?: number | null | undefined
  annotation?: Annotation | null | undefined
}

type PlaceRules = {
  /** Unit of the anchor; `nothing`: an anchor is ignored. */
  anchor: 'milliseconds' | 'pages' | 'nothing'
  frame: boolean
  drawable: boolean
  camera: boolean
}

// A file of unknown type may turn out to be of any kind, so nothing is refused.
const placeRules: Record<FileKind, PlaceRules> = {
  video: { anchor: 'milliseconds', frame: true, drawable: true, camera: false },
  audio: { anchor: 'milliseconds', frame: false, drawable: false, camera: false },
  document: { anchor: 'pages', frame: false, drawable: true, camera: false },
  image: { anchor: 'nothing', frame: false, drawable: true, camera: false },
  '3d': { anchor: 'nothing', frame: false, drawable: true, camera: true },
  unknown: { anchor: 'milliseconds', frame: true, drawable: true, camera: true },
}

/** The kinds of file with neither time nor pages, on which comments have no anchor. */
export const wholeKinds = (Object.keys(placeRules) as FileKind[]).filter(
  (kind) => placeRules[kind].anchor === 'nothing',
)

export function placeErrors(kind: FileKind, place: Place): FieldError[] {
  const rules = placeRules[kind]
  return [...anchorErrors(rules, place), ...frameErrors(rules, place), ...drawingErrors(rules, place)]
}

function anchorErrors(rules: PlaceRules, { anchor, duration }: Place): FieldError[] {
  if (rules.anchor !== 'pages') return []
  const parts = Object.entries({ anchor, duration }).filter(([, value]) => !Number.isInteger(value ?? 0))
  if (parts.length > 0) {
    const message = 'Must be an integer: pages are whole numbers.'
    return parts.map(([field]) => ({ path: `/${field}`, code: 'invalid_type', message }))
  }
  if (anchor == null || anchor >= 1) return []
  return [{ path: '/anchor', code: 'too_small', message: 'Must be at least 1: pages are counted from 1.' }]
}

function frameErrors(rules: PlaceRules, { frame }: Place): FieldError[] {
  return frame == null || rules.frame ? [] : [unexpected('/frame', 'Only videos have frames.')]
}

function drawingErrors(rules: PlaceRules, { annotation }: Place): FieldError[] {
  if (annotation == null) return []
  if (!rules.drawable) return [unexpected('/annotation', 'This kind of file cannot be drawn on.')]
  if (annotation.camera == null || rules.camera) return []
  return [unexpected('/annotation/camera', 'Only 3D models have a camera.')]
}

function unexpected(path: string, message: string): FieldError {
  return { path, code: 'unexpected', message }
}

/** The kinds of file that a place is valid on. */
export function kindsWith(place: Place): FileKind[] {
  return (Object.keys(placeRules) as FileKind[]).filter((kind) => placeErrors(kind, place).length === 0)
}
