// What is done to files: seen at once, and taken back when the server refuses.
import type { File } from '@dailies/sdk'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { client } from '../../app/client.ts'
import { keys } from '../../app/queries.ts'
import { showDone } from '../../ui/toasts.tsx'
import { fileListKey, foreseeFiles } from './file-list.ts'
import { showEarlier } from './file-list-live.ts'
import type { FileFilter } from './file-pages.ts'

/** Requests that are sent at a time for many files. */
const atATime = 4

type Change = {
  files: readonly File[]
  call: (file: File) => Promise<void>
  foresee: (file: File, filter: FileFilter) => File | undefined
  /** What is told when it is done, and how it is undone. */
  done?: string
  undo?: () => void
}

export function useFileActions(projectId: string) {
  const queries = useQueryClient()
  const { mutate, isPending } = useMutation({
    mutationFn: ({ files, call }: Change) => inTurn(files, call),
    onMutate({ files, foresee }) {
      const ids = new Set(files.map(({ id }) => id))
      return foreseeFiles(queries, projectId, (file, filter) =>
        ids.has(file.id) ? foresee(file, filter) : file,
      )
    },
    onSuccess: (_data, { done, undo }) => done && showDone(done, undo),
    async onError(_error, { files }, restore) {
      restore?.()
      // Of many, some may have worked.
      if (files.length > 1) await queries.invalidateQueries({ queryKey: fileListKey(projectId) })
    },
    onSettled: (_data, _error, { files }) =>
      Promise.all(files.map(({ id }) => queries.invalidateQueries({ queryKey: keys.file(id, 'details') }))),
  })

  function move(files: readonly File[], folderId: string | null, told = true): void {
    const folder = folderId === null ? null : { id: folderId }
    mutate({
      files,
      call: ({ id }) => client.files.update(id, { folder }),
      foresee: (file, filter) =>
        filter.keyword !== undefined || filter.folderId === folderId ? { ...file, folder } : undefined,
      ...(told && { done: `${count(files)} moved`, undo: () => moveBack(files) }),
    })
  }

  function moveBack(files: readonly File[]): void {
    for (const [folderId, some] of Map.groupBy(files, ({ folder }) => folder?.id ?? null))
      move(some, folderId, false)
  }

  return {
    isPending,
    move,
    setTag: (files: readonly File[], tag: File['tag']) =>
      mutate({
        files,
        call: ({ id }) => client.files.setTag(id, { tag }),
        foresee: (old) => ({ ...old, tag }),
      }),
    setRestricted: (file: File, allowRestricted: boolean) =>
      mutate({
        files: [file],
        call: ({ id }) => client.files.update(id, { allowRestricted }),
        foresee: (old) => ({ ...old, allowRestricted }),
        done: allowRestricted ? 'Restricted reviewers see it now' : 'Hidden from restricted reviewers',
      }),
    remove: (files: readonly File[]) =>
      mutate({
        files,
        async call(file) {
          await client.files.delete(file.id)
          await showEarlier(queries, projectId, file)
        },
        foresee: () => undefined,
        done: `${count(files)} deleted`,
      }),
    retryProcessing: (file: File) =>
      mutate({
        files: [file],
        call: async ({ id }) => void (await client.files.retryProcessing(id)),
        foresee: (old) => ({ ...old, processing: { state: 'PENDING', progress: null } }),
      }),
  }
}

export function count(files: readonly File[]): string {
  return files.length === 1 ? files[0]!.name : `${files.length} files`
}

/** All are tried; what went wrong first is thrown. */
async function inTurn(files: readonly File[], call: (file: File) => Promise<void>): Promise<void> {
  const rest = files.values()
  const failures: unknown[] = []
  const work = async () => {
    for (const file of rest) await call(file).catch((error) => failures.push(error))
  }
  await Promise.all(Array.from({ length: atATime }, work))
  if (failures.length > 0) throw failures[0]
}

/** The browser saves it under its name. */
export async function download(fileId: string): Promise<void> {
  const { url } = await client.files.getDownloadUrl(fileId)
  const link = document.createElement('a')
  link.href = url
  link.download = ''
  link.click()
}
