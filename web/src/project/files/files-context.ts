// What the parts of the files page share.
import type { File, Folder } from '@dailies/sdk'
import { createContext, useContext } from 'react'
import type { Permissions } from '../../app/permissions.ts'
import type { Store } from '../../app/store.ts'

/** What is asked for right now. */
export type Asked =
  | { kind: 'new-folder' }
  | { kind: 'rename-folder'; folder: Folder }
  | { kind: 'move-folder'; folder: Folder }
  | { kind: 'delete-folder'; folder: Folder }
  | { kind: 'rename-file'; file: File }
  | { kind: 'move-files'; files: readonly File[] }
  | { kind: 'delete-files'; files: readonly File[] }
  | { kind: 'link-youtube' }

/** By id, in the order they were selected. */
export type Selection = { files: ReadonlyMap<string, File>; last: string | null }

export type FilesPageContext = {
  projectId: string
  /** null: the project root. */
  folderId: string | null
  permissions: Permissions
  folders: readonly Folder[]
  selection: Store<Selection>
  ask: (asked: Asked) => void
}

export const FilesContext = createContext<FilesPageContext | null>(null)

export function useFiles(): FilesPageContext {
  const context = useContext(FilesContext)
  if (!context) throw new Error('there is no files page here')
  return context
}

export const nothingSelected: Selection = { files: new Map(), last: null }

/** From the one that was selected last up to this one, when `through`. */
export function select(
  selection: Store<Selection>,
  file: File,
  shown: readonly File[],
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
