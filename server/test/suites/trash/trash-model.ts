// A model of what a project and its trash look like after any sequence of changes: plain values, without a database.

export type Folder = { id: string; name: string; parent: string | null; entry: string | null }
export type File = {
  id: string
  folder: string | null
  bytes: string
  entry: string | null
}
/** A comment that is purged stays here while its thread has replies: as a placeholder. */
export type Comment = {
  id: string
  file: string | null
  parent: string | null
  content: string
  own: 'live' | 'trash' | 'purged'
}
export type Version = { id: string; files: string[]; entry: string | null }
export type Kind = 'FILE' | 'FOLDER' | 'COMMENT' | 'VERSION'
/** One deletion, by the id of the deleted record; `place` is the folder that contained it. */
export type Entry = { id: string; kind: Kind; place: string | null }

export type Model = {
  folders: Map<string, Folder>
  files: Map<string, File>
  comments: Map<string, Comment>
  versions: Map<string, Version>
  /** In the order of deletion. */
  entries: Map<string, Entry>
}

export function newModel(): Model {
  return {
    folders: new Map(),
    files: new Map(),
    comments: new Map(),
    versions: new Map(),
    entries: new Map(),
  }
}

export const live = <Value extends { entry: string | null }>(values: Map<string, Value>): Value[] =>
  [...values.values()].filter(({ entry }) => entry === null)

const isLive = (values: Map<string, { entry: string | null }>, id: string | null): boolean =>
  id !== null && values.get(id)?.entry === null

/** The folder and everything below it that is not in the trash. */
export function treeOf(model: Model, id: string): { folders: Folder[]; files: File[] } {
  const folders = [model.folders.get(id)!]
  for (const folder of folders)
    folders.push(...live(model.folders).filter(({ parent }) => parent === folder.id))
  const ids = new Set(folders.map((folder) => folder.id))
  return { folders, files: live(model.files).filter(({ folder }) => folder !== null && ids.has(folder)) }
}

export function depthOf(model: Model, id: string | null): number {
  return id === null ? 0 : 1 + depthOf(model, model.folders.get(id)!.parent)
}

/** Comments whose file is not in the trash, or that are on the project. */
const onLive = (model: Model, { file }: Comment) => file === null || isLive(model.files, file)
const repliesTo = (model: Model, id: string) =>
  [...model.comments.values()].filter(({ parent }) => parent === id)

/** A comment as a reader sees it: its content, null for a placeholder, undefined for nothing. */
export function shown(model: Model, comment: Comment): string | null | undefined {
  if (!onLive(model, comment)) return undefined
  if (comment.own === 'live') return comment.content
  const keepsThread = repliesTo(model, comment.id).some(({ own }) => own === 'live')
  return keepsThread ? null : undefined
}

export const deletableComments = (model: Model) =>
  [...model.comments.values()].filter((comment) => comment.own === 'live' && onLive(model, comment))

/** Comments that take a reply. */
export const threads = (model: Model) =>
  [...model.comments.values()].filter(
    (comment) => comment.parent === null && shown(model, comment) !== undefined,
  )

export function deleteFile(model: Model, id: string): void {
  const file = model.files.get(id)!
  model.entries.set(id, { id, kind: 'FILE', place: file.folder })
  Object.assign(file, { entry: id, folder: null })
}

export function deleteFolder(model: Model, id: string): void {
  const { folders, files } = treeOf(model, id)
  const root = model.folders.get(id)!
  model.entries.set(id, { id, kind: 'FOLDER', place: root.parent })
  for (const record of [...folders, ...files]) record.entry = id
  root.parent = null
}

export function deleteComment(model: Model, id: string): void {
  model.entries.set(id, { id, kind: 'COMMENT', place: null })
  model.comments.get(id)!.own = 'trash'
}

export function deleteVersion(model: Model, id: string): void {
  model.entries.set(id, { id, kind: 'VERSION', place: null })
  model.versions.get(id)!.entry = id
}

/** Comments of files in the trash wait for their file. */
export function isRestorable(model: Model, { id, kind }: Entry): boolean {
  return kind !== 'COMMENT' || onLive(model, model.comments.get(id)!)
}

export function restore(model: Model, { id, kind, place }: Entry): void {
  model.entries.delete(id)
  const back = isLive(model.folders, place) ? place : null
  if (kind === 'COMMENT') model.comments.get(id)!.own = 'live'
  if (kind === 'VERSION') model.versions.get(id)!.entry = null
  if (kind === 'FILE') Object.assign(model.files.get(id)!, { entry: null, folder: back })
  if (kind !== 'FOLDER') return
  const inside = [...model.folders.values(), ...model.files.values()].filter(({ entry }) => entry === id)
  const folders = [...model.folders.values()].filter(({ entry }) => entry === id)
  const height = Math.max(...folders.map((folder) => depthOf(model, folder.id)))
  const root = model.folders.get(id)!
  for (const record of inside) record.entry = null
  root.parent = depthOf(model, back) + height <= 20 ? back : null
}

export function purge(model: Model, { id, kind }: Entry): void {
  model.entries.delete(id)
  if (kind === 'COMMENT') model.comments.get(id)!.own = 'purged'
  if (kind === 'VERSION') model.versions.delete(id)
  for (const file of [...model.files.values()].filter(({ entry }) => entry === id)) {
    model.files.delete(file.id)
    for (const version of model.versions.values())
      version.files = version.files.filter((each) => each !== file.id)
    for (const comment of [...model.comments.values()].filter((each) => each.file === file.id)) {
      model.comments.delete(comment.id)
      model.entries.delete(comment.id)
    }
  }
  for (const folder of [...model.folders.values()].filter(({ entry }) => entry === id))
    model.folders.delete(folder.id)
  forgetEndedThreads(model)
}

/** A purged comment is gone for good with the last of its replies. */
function forgetEndedThreads(model: Model): void {
  for (const { id, own, parent } of [...model.comments.values()]) {
    const ended = repliesTo(model, id).every((reply) => reply.own === 'purged')
    if (own !== 'purged' || (parent === null && !ended)) continue
    model.comments.delete(id)
  }
}
