import type { Folder } from '@dailies/sdk'

/** The folders from the root to the folder itself; empty at the project root. */
export function pathTo(folders: readonly Folder[], folderId: string | null): Folder[] {
  const byId = new Map(folders.map((folder) => [folder.id, folder]))
  const path: Folder[] = []
  let next = folderId === null ? undefined : byId.get(folderId)
  while (next && !path.includes(next)) {
    path.unshift(next)
    next = next.parent ? byId.get(next.parent.id) : undefined
  }
  return path
}

/** All folders, each after its parent, with its depth. */
export function asTree(folders: readonly Folder[]): { folder: Folder; depth: number }[] {
  const inside = Map.groupBy(folders, ({ parent }) => parent?.id ?? null)
  const walk = (parentId: string | null, depth: number): { folder: Folder; depth: number }[] =>
    (inside.get(parentId) ?? []).flatMap((folder) => [{ folder, depth }, ...walk(folder.id, depth + 1)])
  return walk(null, 0)
}
