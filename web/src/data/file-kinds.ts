import type { File, FileListItem } from '@dailies/sdk'

export const kinds = ['video', 'audio', 'image', 'document', 'model', 'other'] as const
export type Kind = (typeof kinds)[number]

export const kindNames: Record<Kind, string> = {
  video: 'Video',
  audio: 'Audio',
  image: 'Image',
  document: 'Document',
  model: '3D model',
  other: 'Other',
}

export function kindOf({ kind }: Pick<FileListItem, 'kind'>): Kind {
  return kind.toLowerCase() as Kind
}

export function apiKind(kind: Kind): FileListItem['kind'] {
  return kind.toUpperCase() as FileListItem['kind']
}

/** A guess by content type, until the server has determined the kind. */
export function guessKind({ mimeType, mode }: Pick<File, 'mimeType' | 'mode'>): Kind {
  const type = mimeType ?? ''
  if (mode === 'YOUTUBE' || /^video\/|^application\/mxf$/.test(type)) return 'video'
  if (type.startsWith('audio/')) return 'audio'
  if (type.startsWith('image/')) return 'image'
  if (/^model\/|^application\/vnd\.autodesk\.fbx$/.test(type)) return 'model'
  if (/^text\/|^application\/(pdf|rtf|msword|vnd\.(openxmlformats|ms-|oasis\.opendocument))/.test(type))
    return 'document'
  return 'other'
}

/** The name of the kind; for unknown kinds, the extension of the file name. */
export function kindName(file: Pick<FileListItem, 'kind' | 'mimeType' | 'mode' | 'name'>): string {
  if (file.mode === 'YOUTUBE') return 'YouTube'
  if (file.mimeType === 'application/pdf') return 'PDF'
  const kind = kindOf(file)
  const extension = /\.([a-z0-9]{1,5})$/i.exec(file.name)?.[1]
  if (kind !== 'other') return kindNames[kind]
  return extension ? extension.toUpperCase() : 'File'
}
