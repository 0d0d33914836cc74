// The checks of a file, and what people do with findings.
import type { Checks, FileDetails } from '@dailies/sdk'
import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { client } from '../data/client.ts'
import { keys } from '../data/queries.ts'
import { showDone } from '../ui/toasts.tsx'
import type { Finding } from './finding-text.ts'

/** How often the progress is polled, in ms; an event announces the end. */
const askEvery = 2000

export const checksQuery = (fileId: string) =>
  queryOptions({
    queryKey: keys.file(fileId, 'checks'),
    queryFn: ({ signal }) => client.checks.get(fileId, { signal }),
    refetchInterval: ({ state: { data } }) => (data && isUnderWay(data) ? askEvery : false),
  })

export function isUnderWay({ state }: Pick<Checks, 'state'>): boolean {
  return state === 'QUEUED' || state === 'MEASURING'
}

/** Links and kinds of files without previews are not checked. */
export function isCheckable({ media, youtube }: Pick<FileDetails, 'media' | 'youtube'>): boolean {
  return media !== null && !youtube
}

export function useChecks(file: FileDetails) {
  return useQuery({ ...checksQuery(file.id), enabled: isCheckable(file) })
}

function useChange<Input>(fileId: string, change: (input: Input) => Promise<unknown>, done?: () => void) {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: change,
    onSuccess: () => done?.(),
    async onSettled() {
      await queries.invalidateQueries({ queryKey: keys.file(fileId, 'checks') })
      // Problems keep reviews from approval.
      await queries.invalidateQueries({ queryKey: ['version'] })
    },
  })
}

export const useRunChecks = (fileId: string) => useChange(fileId, () => client.checks.run(fileId, {}))

export const useUnwaive = (fileId: string) =>
  useChange(fileId, ({ id }: Finding) => client.checks.unwaive(fileId, id))

export function useWaive(fileId: string, finding: Finding) {
  const unwaive = useUnwaive(fileId)
  return useChange(
    fileId,
    (reason: string) => client.checks.waive(fileId, finding.id, { reason }),
    () => showDone('Waived.', { key: `finding ${finding.id}`, undo: () => unwaive.mutate(finding) }),
  )
}

export const useMakeNote = (fileId: string) =>
  useChange(
    fileId,
    ({ id }: Finding) => client.checks.comment(fileId, id, {}),
    () => showDone('The finding is now a comment.'),
  )
