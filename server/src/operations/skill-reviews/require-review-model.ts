import { ApiError } from '../../core/errors.ts'
import type { ContextFields } from '../../core/operation.ts'

/** Throws 409 unless the model is the configured one, or null. */
export function requireReviewModel(
  model: string | null | undefined,
  { reviewModel }: Pick<ContextFields, 'reviewModel'>,
): void {
  if (model != null && model !== reviewModel?.name) throw new ApiError('review_model_unavailable')
}
