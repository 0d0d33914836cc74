// The paths of files in an archive: the folders of the project, without those that all of them are in.
import { createNamer, withExtension } from '../../storage/archives/entry-names.ts'
import type { FolderRow, SelectedFile } from './selected-files.ts'

/** The path of each file, in their order, and a name for one more file at the top. */
export type EntryPaths = { paths: string[]; beside(name: string): string }

export function entryPaths(
  files: readonly SelectedFile[],
  chosenFolders: readonly string[],
  folders: readonly FolderRow[],
): EntryPaths {
  const byId = new Map(folders.map((folder) => [folder.id, folder]))
  /** A folder that the caller does not see is as good as the root. */
  const shown = (id: string | null | undefined) => (id != null && byId.has(id) ? id : null)
  const parentOf = (id: string) => shown(byId.get(id)?.parentId)
  const chains = new Map<string | null, string[]>([[null, []]])

  /** The folders from the root of the project to this one. */
  function chainOf(id: string | null): string[] {
    const known = chains.get(id)
    if (known || id === null) return known ?? []
    const chain = [...chainOf(parentOf(id)), id]
    chains.set(id, chain)
    return chain
  }

  const places = [
    ...new Set(files.filter(({ direct }) => direct).map(({ folderId }) => shown(folderId))),
    ...chosenFolders.map(parentOf),
  ]
  const common = commonStart(places.map(chainOf))
  const nameEntry = createNamer()
  const prefixes = new Map<string | null, string>([null, ...common].map((id) => [id, '']))

  /** The path of a folder, with a slash at its end. */
  function prefixOf(id: string | null): string {
    const known = prefixes.get(id)
    if (known !== undefined || id === null) return known ?? ''
    const prefix = `${nameEntry(prefixOf(parentOf(id)), byId.get(id)?.name ?? '')}/`
    prefixes.set(id, prefix)
    return prefix
  }

  // Folders are named first: where a file has the same name, the file gets the number.
  const used = new Set(files.flatMap(({ folderId }) => chainOf(shown(folderId))))
  for (const { id } of folders) if (used.has(id)) prefixOf(id)
  const paths = files.map(({ folderId, name, derivative }) => {
    const fileName =
      derivative === null ? name : withExtension(name, derivative.slice(derivative.indexOf('.')))
    return nameEntry(prefixOf(shown(folderId)), fileName)
  })
  return { paths, beside: (name) => nameEntry('', name) }
}

function commonStart([first = [], ...others]: readonly string[][]): string[] {
  const differs = first.findIndex((id, depth) => others.some((chain) => chain[depth] !== id))
  return differs < 0 ? first : first.slice(0, differs)
}
