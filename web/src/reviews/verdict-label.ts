import { countFiles } from './review-name.ts'
import type { ReviewDetails } from './review-queries.ts'
import type { VerdictStatus } from './review-status.ts'

/** The name of a verdict, and the files that it covers. */
export function verdictLabel(status: VerdictStatus, { files }: Pick<ReviewDetails, 'files'>): string {
  const covered = files.length === 1 ? 'this file' : countFiles(files.length)
  if (status === 'APPROVED') return files.length === 0 ? 'Approve' : `Approve ${covered}`
  return status === 'NEED_EDIT' ? 'Request changes' : 'Reject'
}

/** The names of the files, as many as fit on a line. */
export function coverage({ files }: Pick<ReviewDetails, 'files'>): string {
  const named = files.slice(0, 3).map(({ name }) => name)
  const more = files.length - named.length
  return more > 0 ? `${named.join(', ')} and ${more} more` : named.join(', ')
}
