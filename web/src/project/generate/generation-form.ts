// What is asked of a model, and what can be: no React here, so that it can be tested by itself.
import type { GenerateFileFields, Model, File as ProjectFile } from '@dailies/sdk'

export type OutputType = Model['outputType']
export type Kind = Model['attachments'][number]
export type Settings = {
  resolution: string
  durationSeconds: number
  aspectRatio: string
  generateAudio: boolean
}
/** A file of the project, or one that was uploaded only to be shown to the model. */
export type Reference = { id: string; name: string; mimeType: string | null; thumbnail: string | null }

export const outputTypes: readonly (readonly [OutputType, string])[] = [
  ['VIDEO', 'Video'],
  ['IMAGE', 'Image'],
  ['DOCUMENT', 'Document'],
  ['3D', '3D model'],
]

export const longestPrompt = 5000
export const mostReferences = 5

/** As the API counts: by code points. */
export function promptLength(prompt: string): number {
  return [...prompt].length
}

/** Small, short and wide, with sound where there is any: a first try that does not cost much. */
export function defaultSettings({ configs }: Model): Settings | null {
  if (configs === null) return null
  const { resolution, durationSeconds, aspectRatio, generateAudio } = configs
  return {
    resolution: resolution.find((one) => one === '720p' || one === '768p') ?? resolution[0]!,
    durationSeconds: durationSeconds.min,
    aspectRatio: aspectRatio.find((one) => one === '16:9') ?? aspectRatio[0]!,
    generateAudio,
  }
}

/** What was chosen for another model, as far as this one can do it. */
export function settingsFor(model: Model, earlier: Settings | null): Settings | null {
  const { configs } = model
  const own = defaultSettings(model)
  if (configs === null || own === null || earlier === null) return own
  const { min, max } = configs.durationSeconds
  const kept = (list: readonly string[], value: string, other: string) =>
    list.includes(value) ? value : other
  return {
    resolution: kept(configs.resolution, earlier.resolution, own.resolution),
    durationSeconds: Math.min(max, Math.max(min, earlier.durationSeconds)),
    aspectRatio: kept(configs.aspectRatio, earlier.aspectRatio, own.aspectRatio),
    generateAudio: configs.generateAudio && earlier.generateAudio,
  }
}

/** The first that this server makes files with; else the first, which then says why it cannot be had. */
export function firstModel(models: readonly Model[], type: OutputType): Model | undefined {
  const ofType = models.filter(({ outputType }) => outputType === type)
  return ofType.find(({ available, draft }) => available && !draft) ?? ofType.find(isAvailable) ?? ofType[0]
}

/** What to begin with: the first type that can be had here at all. */
export function openingModel(models: readonly Model[]): Model {
  const firsts = outputTypes.flatMap(([type]) => firstModel(models, type) ?? [])
  return firsts.find(isAvailable) ?? firsts[0]!
}

function isAvailable({ available }: Model): boolean {
  return available
}

/** The kinds that a model speaks of. */
export function kindOf(mimeType: string | null): Kind | undefined {
  if (mimeType === null) return undefined
  if (['image/png', 'image/jpeg', 'image/webp'].includes(mimeType)) return 'image'
  if (mimeType === 'application/pdf') return 'PDF'
  const [kind] = mimeType.split('/')
  return kind === 'video' || kind === 'audio' || kind === 'text' ? kind : undefined
}

export function takes(model: Model, { mimeType }: Pick<ProjectFile, 'mimeType'>): boolean {
  const kind = kindOf(mimeType)
  return kind !== undefined && model.attachments.includes(kind)
}

const kindNames: Record<Kind, string> = {
  image: 'pictures (PNG, JPEG, WebP)',
  video: 'videos',
  audio: 'sound',
  text: 'text',
  PDF: 'PDF',
}

export function takenInWords({ attachments }: Model): string {
  return new Intl.ListFormat('en').format(attachments.map((kind) => kindNames[kind]))
}

/** For the dialog in which files to upload are chosen. */
export function acceptedTypes({ attachments }: Model): string {
  const types: Record<Kind, string> = {
    image: 'image/png,image/jpeg,image/webp',
    video: 'video/*',
    audio: 'audio/*',
    text: 'text/*,.md',
    PDF: 'application/pdf',
  }
  return attachments.map((kind) => types[kind]).join(',')
}

export function tokenOf({ id }: Pick<Reference, 'id'>): string {
  return `<#${id}>`
}

/** Puts a token where the caret is, with a space where words would run into each other. */
export function insertToken(
  prompt: string,
  reference: Pick<Reference, 'id'>,
  from: number,
  to: number,
): { prompt: string; caret: number } {
  const [before, after] = [prompt.slice(0, from), prompt.slice(to)]
  const left = before === '' || /\s$/u.test(before) ? '' : ' '
  const right = after === '' || /^[\s.,;:!?)]/u.test(after) ? '' : ' '
  const inserted = `${left}${tokenOf(reference)}${right}`
  return { prompt: before + inserted + after, caret: before.length + inserted.length }
}

export function withoutToken(prompt: string, reference: Pick<Reference, 'id'>): string {
  return prompt.replaceAll(` ${tokenOf(reference)}`, '').replaceAll(tokenOf(reference), '')
}

export function requestFor(
  model: Model,
  prompt: string,
  references: readonly Reference[],
  settings: Settings | null,
  folderId: string | null,
): GenerateFileFields {
  return {
    outputType: model.outputType,
    outputModel: model.id as GenerateFileFields['outputModel'],
    prompt,
    folder: folderId === null ? null : { id: folderId },
    attachments: references.map(({ id }) => ({ id })),
    ...(settings && { configs: settings }),
  }
}
