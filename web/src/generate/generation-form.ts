// The rules of a generation request, without React, so that they can be tested alone.
import type { GenerateFileFields, Model, File as ProjectFile } from '@dailies/sdk'

export type OutputType = Model['outputType']
export type Kind = Model['attachments'][number]
export type Settings = {
  resolution: string
  durationSeconds: number
  aspectRatio: string
  generateAudio: boolean
}
/** A file of the project, or a file that was uploaded only for the model. */
export type Reference = { id: string; name: string; mimeType: string | null; thumbnail: string | null }

export const outputTypes: readonly (readonly [OutputType, string])[] = [
  ['VIDEO', 'Video'],
  ['IMAGE', 'Image'],
  ['DOCUMENT', 'Document'],
  ['3D', '3D model'],
]

/** The API's own limit: a shorter limit of a model comes from its provider. */
const longestPrompt = 5000
const maxReferences = 5

/** Counts code points, as the API does. */
export function promptLength(prompt: string): number {
  return [...prompt].length
}

/** The longest prompt of this model with this number of references; 0: it may only mention the references. */
export function promptLimit({ limits }: Model, references: number): number {
  return references > 0 ? limits.prompt.maxWithAttachments : limits.prompt.max
}

/** How much of the prompt is used, and whose limit applies if it is stricter than the API's. */
export function promptHint(model: Model, prompt: string, references: number): string {
  const most = promptLimit(model, references)
  if (most === 0)
    return `With a reference, the prompt can only mention it (the limit of ${providerOf(model)}).`
  const count = `${figure(promptLength(prompt))} of ${figure(most)} characters`
  if (most >= longestPrompt) return count
  return `${count} (the limit of ${providerOf(model)}${references > 0 && most < model.limits.prompt.max ? ' with references' : ''})`
}

/** Why this model does not accept the prompt; undefined if it does. */
export function promptProblem(
  model: Model,
  prompt: string,
  references: readonly Reference[],
): string | undefined {
  const most = promptLimit(model, references.length)
  if (most === 0) {
    return references.reduce(withoutToken, prompt).trim() === '' ? undefined : missingPrompt(model)
  }
  const over = promptLength(prompt) - most
  if (over <= 0) return undefined
  const excess = `${figure(over)} ${over === 1 ? 'character' : 'characters'} too many.`
  if (most >= longestPrompt) return excess
  return `${providerOf(model)} accepts at most ${figure(most)} characters for this model${references.length > 0 && most < model.limits.prompt.max ? ' with references' : ''}: ${excess}`
}

function missingPrompt(model: Model): string {
  return `${providerOf(model)} takes either words or an image for this model: remove the reference, or let the prompt only mention it.`
}

/** Why this model does not accept this number of references; undefined if it does. */
export function countProblem(model: Model, count: number): string | undefined {
  const { max } = model.limits.attachments
  if (count <= max) return undefined
  const most = `${max} ${max === 1 ? 'reference' : 'references'}`
  return `${providerOf(model)} accepts at most ${most} for this model. Remove ${count - max}.`
}

/** Shown beside the references if the provider accepts fewer than the API. */
export function countReason(model: Model): string {
  const { max } = model.limits.attachments
  return max < maxReferences ? ` ${providerOf(model)} accepts at most ${max}.` : ''
}

/** The limits of drafts are the API's: no provider is named. */
function providerOf({ limits, name }: Model): string {
  return limits.provider?.name ?? name
}

function figure(count: number): string {
  return count.toLocaleString('en')
}

/** Small, short and wide, with audio if possible: an inexpensive first attempt. */
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

/** Settings chosen for another model, as far as this model supports them. */
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

/**
 * The first model that is available on this server; otherwise the first one, which then shows why it is not available.
 */
export function firstModel(models: readonly Model[], type: OutputType): Model | undefined {
  const ofType = models.filter(({ outputType }) => outputType === type)
  return ofType.find(({ available, draft }) => available && !draft) ?? ofType.find(isAvailable) ?? ofType[0]
}

/** The model that is selected first: of the first output type that is available on this server. */
export function openingModel(models: readonly Model[]): Model {
  const firsts = outputTypes.flatMap(([type]) => firstModel(models, type) ?? [])
  return firsts.find(isAvailable) ?? firsts[0]!
}

function isAvailable({ available }: Model): boolean {
  return available
}

/** The kinds of references that a model accepts. */
export function kindOf(mimeType: string | null): Kind | undefined {
  if (mimeType === null) return undefined
  if (mimeType === 'application/pdf') return 'PDF'
  const [kind] = mimeType.split('/')
  return kind === 'image' || kind === 'video' || kind === 'audio' || kind === 'text' ? kind : undefined
}

export function takes(model: Model, { mimeType }: Pick<ProjectFile, 'mimeType'>): boolean {
  const kind = kindOf(mimeType)
  if (kind === undefined || !model.attachments.includes(kind)) return false
  return kind !== 'image' || imageTypes(model).includes(mimeType!)
}

/** Accepted image types, including those that the server converts. */
function imageTypes({ limits: { images } }: Model): string[] {
  return [...images.types, ...images.convertedTypes]
}

export function acceptedKinds(model: Model): string {
  const names: Record<Kind, string> = {
    image: `images (${imageTypes(model).map(typeName).join(', ')})`,
    video: 'videos',
    audio: 'audio',
    text: 'text',
    PDF: 'PDF',
  }
  return new Intl.ListFormat('en').format(model.attachments.map((kind) => names[kind]))
}

/** The name of a type: `image/heic` is HEIC. */
export function typeName(mimeType: string): string {
  return mimeType === 'image/webp' ? 'WebP' : mimeType.replace('image/', '').toUpperCase()
}

/** The `accept` attribute of the upload field. */
export function acceptedTypes(model: Model): string {
  const types: Record<Kind, string> = {
    image: imageTypes(model).join(','),
    video: 'video/*',
    audio: 'audio/*',
    text: 'text/*,.md',
    PDF: 'application/pdf',
  }
  return model.attachments.map((kind) => types[kind]).join(',')
}

export function tokenOf({ id }: Pick<Reference, 'id'>): string {
  return `<#${id}>`
}

/** Inserts a token at the caret, with a space between it and the words around it. */
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
