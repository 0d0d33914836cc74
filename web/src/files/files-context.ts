// State that the components of the files page share.
import type { FileListItem, Folder } from '@dailies/sdk'
import { createContext, type RefObject, useContext } from 'react'
import type { Permissions } from '../data/permissions.ts'
import type { Store } from '../data/store.ts'
import type { Item } from '../shares/share-settings.ts'
import type { FilesFilter, FilesView } from './files-view.ts'
import type { Selection } from './selection.ts'

/** The dialog that is open. */
export type FilesDialog =
  | { kind: 'new-folder' }
  | { kind: 'rename-folder'; folder: Folder }
  | { kind: 'move-folder'; folder: Folder }
  | { kind: 'delete-folder'; folder: Folder }
  | { kind: 'rename-file'; file: FileListItem }
  | { kind: 'move-files'; files: readonly FileListItem[] }
  | { kind: 'delete-files'; files: readonly FileListItem[] }
  | { kind: 'review'; files: readonly FileListItem[] }
  | { kind: 'share'; items: readonly Item[] }
  | { kind: 'download-files'; files: readonly FileListItem[] }
  | { kind: 'download-folder'; folder: Folder }
  | { kind: 'link-youtube' }

/** The visible list, for click handlers: changing it renders nothing. */
export type ShownList = {
  files: readonly FileListItem[]
  /** Loads the rest of the list; returns all of it. */
  readAll: (onProgress: (read: number) => void) => Promise<readonly FileListItem[]>
}

export type FilesPageContext = {
  projectId: string
  /** null: the project root. */
  folderId: string | null
  keyword: string | undefined
  permissions: Permissions
  folders: readonly Folder[]
  selection: Store<Selection>
  shown: RefObject<ShownList>
  view: FilesView
  filter: FilesFilter
  setView: (change: Partial<FilesView>) => void
  setFilter: (change: Partial<FilesFilter>) => void
  openDialog: (dialog: FilesDialog) => void
  /** Uploads a new revision of a file. In the context, because every card needs it. */
  replace: (bytes: globalThis.File, fileId: string) => void
}

export const FilesContext = createContext<FilesPageContext | null>(null)

export function useFiles(): FilesPageContext {
  const context = useContext(FilesContext)
  if (!context) throw new Error('there is no files page here')
  return context
}
