// Asks the configured model about an example of a skill, as a review would, but without what people wrote about the file: the model
// must not see the answers.
import type { Sql } from '../core/sql.ts'
import { readAnswer, usageOf } from '../generation/review-answer.ts'
import { mostTokens, type ReviewModel } from '../generation/review-model.ts'
import { reviewRequest } from '../generation/review-prompt.ts'
import { checkedFile } from '../operations/files/viewed-file.ts'
import type { PlacedNote } from '../records/note-matching.ts'
import { collectMaterial, type MaterialServices } from './review-material.ts'

export type LiveServices = Omit<MaterialServices, 'sql'> & { reviewModel: ReviewModel }

export type LiveUsage = { inputTokens: number | null; outputTokens: number | null; costUsd: number | null }

export type Question = { name: string; fileId: string; skillId: string; skillMarkdown: string }

export type PreparedQuestion = {
  /** The most that the request can cost; null if no prices are configured. */
  mostUsd: number | null
  /** Makes the paid request, and returns the answer as text, to be stored before it is read. */
  ask(signal: AbortSignal): Promise<string>
}

/** Nothing is paid yet. */
export async function prepareQuestion(
  services: LiveServices & { sql: Sql },
  question: Question,
  signal: AbortSignal,
): Promise<PreparedQuestion> {
  const { reviewModel } = services
  const material = await collectMaterial(services, { ...question, brief: null, withoutNotes: true }, signal)
  const request = reviewRequest(material)
  return {
    mostUsd: reviewModel.costOf(mostTokens(request)),
    ask: (signal) => reviewModel.ask(request, signal),
  }
}

export function paidUsage({ reviewModel }: LiveServices, answer: string): LiveUsage {
  const usage = usageOf(answer)
  return { ...usage, costUsd: reviewModel.costOf(usage) }
}

/** Throws `GenerationFailure` for an answer that breaks the rules. */
export async function readNotes(
  { sql, storage }: Pick<MaterialServices, 'sql' | 'storage'>,
  fileId: string,
  answer: string,
): Promise<PlacedNote[]> {
  const { kind, frames, durationMs, pages } = await checkedFile({ sql, storage }, fileId)
  const file = { name: '', kind, frames, durationMs, pages, rate: null }
  const { notes } = readAnswer(answer, file, [])
  return notes.map(({ confidence: _, ...note }) => note)
}
