// The selected files. They have their own store: a selection renders one card, not the list.
import type { FileListItem } from '@dailies/sdk'
import type { Store } from '../data/store.ts'

export type Selection = {
  /** Selected files by id, in the order of selection. */
  files: ReadonlyMap<string, FileListItem>
  /** The file at which a range begins. */
  last: string | null
  /** On touch: a tap selects instead of opening. */
  selecting: boolean
  /** Progress of an action on the selection, such as “Moving 200 of 450”. */
  progress: string | null
}

export const nothingSelected: Selection = { files: new Map(), last: null, selecting: false, progress: null }

/** Whether the bar with actions on the selection covers the tools of the page. */
export const isBarShown = ({ files, selecting, progress }: Selection) =>
  files.size > 0 || selecting || progress !== null

/** Toggles one file; with `through`, selects everything from the previously selected file up to this one. */
export function select(
  selection: Store<Selection>,
  file: FileListItem,
  shown: readonly FileListItem[],
  through: boolean,
): void {
  const { files, last } = selection.get()
  const next = new Map(files)
  const [from, to] = [shown.findIndex(({ id }) => id === last), shown.findIndex(({ id }) => id === file.id)]
  if (through && from >= 0 && to >= 0) {
    for (const one of shown.slice(Math.min(from, to), Math.max(from, to) + 1)) next.set(one.id, one)
  } else if (!next.delete(file.id)) next.set(file.id, file)
  selection.set({ files: next, last: file.id })
}

export function selectOnly(selection: Store<Selection>, files: readonly FileListItem[]): void {
  const { selecting } = selection.get()
  selection.set({ ...nothingSelected, selecting, files: new Map(files.map((file) => [file.id, file])) })
}

/** A file as a share lists it. */
export function asItem({ id, name }: FileListItem): { kind: 'FILE'; id: string; name: string } {
  return { kind: 'FILE', id, name }
}
