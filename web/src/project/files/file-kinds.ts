import type { File } from '@dailies/sdk'

export type Kind = 'video' | 'sound' | 'image' | 'document' | 'model' | 'other'

const names: Record<Kind, string> = {
  video: 'Video',
  sound: 'Sound',
  image: 'Image',
  document: 'Document',
  model: '3D model',
  other: 'File',
}

export function kindOf({ mimeType, mode }: Pick<File, 'mimeType' | 'mode'>): Kind {
  if (mode === 'YOUTUBE') return 'video'
  const type = mimeType ?? ''
  if (/^video\/|^application\/mxf$/.test(type)) return 'video'
  if (type.startsWith('audio/')) return 'sound'
  if (type.startsWith('image/')) return 'image'
  if (/^model\/|^application\/vnd\.autodesk\.fbx$/.test(type)) return 'model'
  if (/^text\/|^application\/(pdf|rtf|msword|vnd\.openxmlformats)/.test(type)) return 'document'
  return 'other'
}

/** What it is, in a word: where there is none for it, the ending of its name. */
export function kindName(file: Pick<File, 'mimeType' | 'mode' | 'name'>): string {
  if (file.mode === 'YOUTUBE') return 'YouTube'
  if (file.mimeType === 'application/pdf') return 'PDF'
  const kind = kindOf(file)
  const ending = /\.([a-z0-9]{1,5})$/i.exec(file.name)?.[1]
  return kind === 'other' && ending ? ending.toUpperCase() : names[kind]
}
