import type { Folder } from '@dailies/sdk'

const longestName = 64

/**
 * The folder of each path, below `root`: existing folders are used (names are case-insensitive), missing ones are
 * created, parents first.
 */
export async function ensureFolders(
  root: string | null,
  paths: readonly (readonly string[])[],
  folders: readonly Folder[],
  create: (name: string, parentId: string | null) => Promise<string>,
): Promise<(path: readonly string[]) => string | null> {
  const keyOf = (parentId: string | null, name: string) => `${parentId ?? ''}/${name.toLowerCase()}`
  const known = new Map(folders.map(({ id, name, parent }) => [keyOf(parent?.id ?? null, name), id]))
  const found = new Map<string, string | null>()
  for (const path of paths) {
    let parentId = root
    for (const part of path) {
      const name = [...part.trim()].slice(0, longestName).join('') || 'Folder'
      const key = keyOf(parentId, name)
      let id = known.get(key)
      if (id === undefined) {
        id = await create(name, parentId)
        known.set(key, id)
      }
      parentId = id
    }
    found.set(path.join('/'), parentId)
  }
  return (path) => found.get(path.join('/')) ?? root
}
