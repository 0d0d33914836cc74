// Changes to files. They are shown at once and undone if the server refuses them.
import type { FileListItem } from '@dailies/sdk'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useContext } from 'react'
import { client } from '../data/client.ts'
import { keys } from '../data/queries.ts'
import { PlainProblem } from '../ui/error-messages.ts'
import { showDone, showProblem } from '../ui/toasts.tsx'
import {
  bulkSize,
  count,
  exceptUnknown,
  type Failure,
  failureText,
  idsOf,
  inParts,
  subjectOf,
} from './bulk.ts'
import { showFileChange } from './file-list.ts'
import { FilesContext } from './files-context.ts'
import { selectOnly } from './selection.ts'

type Change = {
  files: readonly FileListItem[]
  /** Completes the error message: “could not be moved”. */
  verb: string
  partSize: number
  call: (part: readonly FileListItem[]) => Promise<Failure[] | undefined>
  /** The file after the change; undefined if it was deleted. */
  foresee: (file: FileListItem) => FileListItem | undefined
  /** The toast about the changed files, with its undo. */
  done?: (files: readonly FileListItem[]) => string
  undo?: (files: readonly FileListItem[]) => void
}

const number = new Intl.NumberFormat('en')

export function useFileActions(projectId: string) {
  const queries = useQueryClient()
  const selection = useContext(FilesContext)?.selection
  const { mutate, isPending } = useMutation({
    mutationFn: ({ files, partSize, call }: Change) =>
      inParts(files, partSize, call, (done) => {
        if (files.length <= partSize) return
        const progress = `${number.format(done)} of ${number.format(files.length)}`
        selection?.set({ progress: done < files.length ? progress : null })
      }),
    onMutate: ({ files, foresee }) =>
      showFileChange(queries, projectId, new Set(files.map(({ id }) => id)), foresee),
    onSuccess(outcome, { files, verb, done, undo }, takeBack) {
      const changed = outcome.done
      if (done && changed.length > 0)
        showDone(done(changed), { undo: undo && (() => undo(changed)), key: subjectOf(changed) })
      if (outcome.failed.length === 0) return
      // For one file, show its error; of many, some may have succeeded.
      if (files.length === 1) {
        takeBack()
        showProblem(outcome.failed[0]!.error, { key: subjectOf(files) })
        return
      }
      if (changed.length === 0) takeBack()
      else void queries.invalidateQueries({ queryKey: keys.fileLists(projectId) })
      if (selection)
        selectOnly(
          selection,
          outcome.failed.map(({ file }) => file),
        )
      showProblem(new PlainProblem(failureText(outcome, verb)))
    },
    onSettled: (_data, _error, { files }) =>
      Promise.all(
        files
          .slice(0, bulkSize)
          .map(({ id }) => queries.invalidateQueries({ queryKey: keys.file(id, 'details') })),
      ),
  })

  function move(files: readonly FileListItem[], folderId: string | null, announce = true): void {
    const folder = folderId === null ? null : { id: folderId }
    mutate({
      files,
      verb: 'moved',
      ...updateOf(projectId, { folder }),
      foresee: (file) => ({ ...file, folder }),
      ...(announce && { done: (moved) => `${count(moved)} moved`, undo: moveBack }),
    })
  }

  function moveBack(files: readonly FileListItem[]): void {
    for (const [folderId, some] of Map.groupBy(files, ({ folder }) => folder?.id ?? null))
      move(some, folderId, false)
  }

  return {
    isPending,
    change: mutate,
    move,
    setTag: (files: readonly FileListItem[], tag: FileListItem['tag']) =>
      mutate({
        files,
        verb: 'changed',
        ...updateOf(projectId, { tag }),
        foresee: (old) => ({ ...old, tag }),
      }),
    setRestricted: (file: FileListItem, allowRestricted: boolean) =>
      mutate({
        files: [file],
        verb: 'changed',
        partSize: 1,
        async call([one]) {
          await client.files.update(one!.id, { allowRestricted })
          return undefined
        },
        foresee: (old) => ({ ...old, allowRestricted }),
        done: () =>
          allowRestricted ? 'Restricted reviewers can see it now' : 'Hidden from restricted reviewers',
      }),
    retryProcessing: ({ id }: { id: string }) =>
      void client.files
        .retryProcessing(id)
        .then(() => queries.invalidateQueries({ queryKey: keys.file(id, 'details') }), showProblem),
  }
}

type Update = { tag: FileListItem['tag'] } | { folder: { id: string } | null }

function updateOf(projectId: string, changes: Update): Pick<Change, 'partSize' | 'call'> {
  return {
    partSize: bulkSize,
    call: (part) =>
      exceptUnknown(part, (some) => client.files.updateMany(projectId, { files: idsOf(some), ...changes })),
  }
}

/** The browser saves the file under its name. */
export async function download(fileId: string): Promise<void> {
  const { url } = await client.files.getDownloadUrl(fileId)
  const link = document.createElement('a')
  link.href = url
  link.download = ''
  link.click()
}
