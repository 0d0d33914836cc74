import type { Folder } from '@dailies/sdk'
import { useQueryClient, useSuspenseQuery } from '@tanstack/react-query'
import { client } from '../data/client.ts'
import { accountQuery, foldersQuery, keys } from '../data/queries.ts'
import { showProblem } from '../ui/toasts.tsx'
import type { Dropped } from './dropped-files.ts'
import { ensureFolders } from './folder-tree.ts'
import { addUploads } from './upload-queue.ts'

/** Uploads dropped or chosen files into a folder of the project, with the folders that they were in. */
export function useStartUploads(projectId: string) {
  const queries = useQueryClient()
  const { data: me } = useSuspenseQuery(accountQuery)

  async function upload(dropped: readonly Dropped[], folderId: string | null): Promise<void> {
    const folders = await queries.ensureQueryData(foldersQuery(projectId))
    const folderOf = await makeFolders(dropped, folderId, folders)
    addUploads(
      me.id,
      projectId,
      dropped.map(({ file, path }) => ({ file, folderId: folderOf(path) })),
    )
  }

  async function makeFolders(files: readonly Dropped[], root: string | null, folders: Folder[]) {
    let made = false
    const create = async (name: string, parentId: string | null) => {
      made = true
      const parent = parentId === null ? null : { id: parentId }
      return (await client.folders.create(projectId, { name, parent })).id
    }
    try {
      return await ensureFolders(
        root,
        files.map(({ path }) => path),
        folders,
        create,
      )
    } finally {
      if (made) void queries.invalidateQueries({ queryKey: keys.project(projectId, 'folders') })
    }
  }

  return {
    upload: (dropped: readonly Dropped[], folderId: string | null) =>
      void upload(dropped, folderId).catch(showProblem),
    /** Uploads the next revision of a file. */
    replace: (file: File, replaces: string) =>
      addUploads(me.id, projectId, [{ file, folderId: null, replaces }]),
  }
}
