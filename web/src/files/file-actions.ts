// Changes to files. They are shown at once and undone if the server refuses them.
import { DailiesError, type FileListItem } from '@dailies/sdk'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useContext } from 'react'
import { client } from '../data/client.ts'
import { keys } from '../data/queries.ts'
import { notInTrash } from '../trash/use-restore.ts'
import { PlainProblem } from '../ui/error-messages.ts'
import { showDone, showProblem } from '../ui/toasts.tsx'
import { count, type Failure, failureText, inParts, type Outcome } from './bulk.ts'
import { showFileChange } from './file-list.ts'
import { showEarlier } from './file-list-live.ts'
import { FilesContext } from './files-context.ts'
import { selectOnly } from './selection.ts'

/** The most files that one bulk update accepts. */
const bulkSize = 100

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

/** Changes of the same files have the same subject: moved here, then moved there. */
const subjectOf = (files: readonly { id: string }[]) => `files ${files[0]?.id} ${files.length}`

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

  /** Undoes a deletion. */
  const { mutate: restore } = useMutation({
    mutationFn: (files: readonly FileListItem[]) =>
      inParts(
        files,
        bulkSize,
        (part) =>
          exceptUnknown(part, async (some) => {
            await client.files.restoreMany(projectId, { files: idsOf(some) })
          }),
        () => {},
      ),
    onSuccess(outcome, files) {
      const key = subjectOf(files)
      if (outcome.failed.length === 0) showDone(`${count(files)} restored`, { key })
      else showProblem(restoreProblem(outcome), { key })
    },
    onSettled: (_data, _error, files) =>
      Promise.all(
        [
          keys.fileLists(projectId),
          keys.project(projectId),
          keys.trash(projectId),
          ...files.slice(0, bulkSize).map(({ id }) => keys.file(id)),
        ].map((queryKey) => queries.invalidateQueries({ queryKey })),
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
    remove: (files: readonly FileListItem[]) =>
      mutate({
        files,
        verb: 'deleted',
        partSize: bulkSize,
        async call(part) {
          const failed = await exceptUnknown(part, (some) =>
            client.files.deleteMany(projectId, { files: idsOf(some) }),
          )
          for (const file of part) await showEarlier(queries, projectId, file)
          return failed
        },
        foresee: () => undefined,
        done: (deleted) => `${count(deleted)} deleted`,
        undo: (deleted) => restore(deleted),
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

const idsOf = (files: readonly FileListItem[]) => files.map(({ id }) => ({ id }))

/** A bulk operation refuses all files when one of them is unknown, and names it: retry the others without it. */
async function exceptUnknown(
  part: readonly FileListItem[],
  call: (files: readonly FileListItem[]) => Promise<void>,
): Promise<Failure[]> {
  try {
    await call(part)
    return []
  } catch (error) {
    const unknown = error instanceof DailiesError ? unknownPlaces(error) : new Set<number>()
    if (unknown.size === 0 || part.length === 1) throw error
    const rest = part.filter((_, place) => !unknown.has(place))
    if (rest.length > 0) await call(rest)
    return part.filter((_, place) => unknown.has(place)).map((file) => ({ file, error }))
  }
}

function restoreProblem(outcome: Outcome): unknown {
  const [{ file, error }, ...others] = outcome.failed as [Failure, ...Failure[]]
  if (outcome.done.length + others.length > 0)
    return new PlainProblem(failureText(outcome, 'restored', { selected: false }))
  const isUnknown = error instanceof DailiesError && unknownPlaces(error).size > 0
  return isUnknown ? notInTrash(file.name) : error
}

function unknownPlaces({ errors }: DailiesError): Set<number> {
  const places = errors.map(({ path }) => /^\/files\/(\d+)\/id$/.exec(path)?.[1])
  return new Set(places.filter((place) => place !== undefined).map(Number))
}

/** The browser saves the file under its name. */
export async function download(fileId: string): Promise<void> {
  const { url } = await client.files.getDownloadUrl(fileId)
  const link = document.createElement('a')
  link.href = url
  link.download = ''
  link.click()
}
