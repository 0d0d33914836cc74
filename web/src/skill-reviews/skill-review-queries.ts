// The reviews of a file by skills, their draft notes, and the skill reviewers of a project.
import type {
  CreateSkillReviewerFields,
  DraftNote,
  FileDetails,
  ListSkillReviewsResult,
  SkillReview,
  SkillReviewer,
  UpdateSkillReviewerFields,
} from '@dailies/sdk'
import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { client } from '../data/client.ts'
import { usePermissions } from '../data/permissions.ts'
import { keys } from '../data/queries.ts'
import { showDone } from '../ui/toasts.tsx'

/** How often a review that is under way is looked at, in ms; an event announces its end. */
const askEvery = 4000

export const skillReviewsQuery = (fileId: string) =>
  queryOptions({
    queryKey: keys.file(fileId, 'skillReviews'),
    queryFn: ({ signal }) => client.skillReviews.list(fileId, { signal }),
    refetchInterval: ({ state: { data } }) => (data?.skillReviews.some(isUnderWay) ? askEvery : false),
  })

export const skillReviewersQuery = (projectId: string) =>
  queryOptions({
    queryKey: keys.project(projectId, 'skillReviewers'),
    queryFn: ({ signal }) => client.skillReviewers.list(projectId, { signal }),
  })

export function isUnderWay({ state }: Pick<SkillReview, 'state'>): boolean {
  return state === 'QUEUED' || state === 'PREPARING' || state === 'SENDING'
}

/** Of the project; for those who can change it. */
function useSkillReviewers({ project }: FileDetails): SkillReviewer[] {
  const { contribute } = usePermissions(project.id)
  const { data } = useQuery({ ...skillReviewersQuery(project.id), enabled: contribute })
  return data?.skillReviewers ?? []
}

/** A project without skill reviewers is not asked for drafts. */
export function useSkillReviews(file: FileDetails) {
  return useQuery({ ...skillReviewsQuery(file.id), enabled: useSkillReviewers(file).length > 0 })
}

/** Those that review files of this kind. */
export function useFittingReviewers(file: FileDetails): SkillReviewer[] {
  const kind = file.media?.kind
  return useSkillReviewers(file).filter(({ kinds }) => kind && kinds.includes(kind))
}

/** The notes that wait for a decision, in the order of the file. */
export function waitingDrafts({ draftNotes }: ListSkillReviewsResult): DraftNote[] {
  const place = ({ page, firstFrame, firstMs }: DraftNote) => page ?? firstFrame ?? firstMs ?? -1
  return draftNotes.filter(({ state }) => state === 'DRAFT').sort((one, other) => place(one) - place(other))
}

function useChange<Input, Result>(fileId: string, change: (input: Input) => Promise<Result>, done?: string) {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: change,
    onSuccess: () => done && showDone(done),
    onSettled: () => queries.invalidateQueries({ queryKey: keys.file(fileId) }),
  })
}

export const useStartReview = (fileId: string) =>
  useChange(fileId, (skillReviewerId: string) => client.skillReviews.start(fileId, { skillReviewerId }))

export const useCancelReview = (fileId: string) =>
  useChange(fileId, ({ id }: SkillReview) => client.skillReviews.cancel(id), 'The review was cancelled.')

export const useRetryReview = (fileId: string) =>
  useChange(fileId, ({ review: { id }, payAgain }: { review: SkillReview; payAgain: boolean }) =>
    client.skillReviews.retry(id, payAgain ? { payAgain } : {}),
  )

export const useAccept = (fileId: string) =>
  useChange(
    fileId,
    ({ draft: { id }, text }: { draft: DraftNote; text?: string }) =>
      client.draftNotes.accept(id, text === undefined ? {} : { text }),
    'The draft is now a comment.',
  )

export const useAcceptAll = (fileId: string) =>
  useChange(
    fileId,
    async (reviewIds: readonly string[]) => {
      for (const id of reviewIds) await client.draftNotes.acceptAll(id)
    },
    'The drafts are now comments.',
  )

export const useDismiss = (fileId: string) =>
  useChange(
    fileId,
    ({ draft: { id }, reason }: { draft: DraftNote; reason: string }) =>
      client.draftNotes.dismiss(id, { reason }),
    'Dismissed.',
  )

function useReviewerChange<Input>(projectId: string, change: (input: Input) => Promise<unknown>) {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: change,
    onSettled: () => queries.invalidateQueries({ queryKey: keys.project(projectId, 'skillReviewers') }),
    meta: { ownErrors: true },
  })
}

export const useCreateReviewer = (projectId: string) =>
  useReviewerChange(projectId, (fields: CreateSkillReviewerFields) =>
    client.skillReviewers.create(projectId, fields),
  )

export const useUpdateReviewer = (projectId: string, id: string) =>
  useReviewerChange(projectId, (fields: UpdateSkillReviewerFields) =>
    client.skillReviewers.update(id, fields),
  )

export const useDeleteReviewer = (projectId: string) =>
  useReviewerChange(projectId, ({ id }: SkillReviewer) => client.skillReviewers.delete(id))

export const useSetBudget = (projectId: string) =>
  useReviewerChange(projectId, (monthlyUsd: number | null) =>
    client.skillReviewers.setBudget(projectId, { monthlyUsd }),
  )
