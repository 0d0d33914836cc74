// Reviews by skills in words.
import type { DraftNote, ReviewBudget, SkillReview } from '@dailies/sdk'

const states: Readonly<Record<SkillReview['state'], string>> = {
  QUEUED: 'Waiting',
  PREPARING: 'Choosing frames and texts',
  SENDING: 'The model is looking',
  READY: 'Done',
  FAILED: 'Failed',
  CANCELLED: 'Cancelled',
}

export const stateText = ({ state }: Pick<SkillReview, 'state'>): string => states[state]

export const outcomeNames: Readonly<Record<SkillReview['notes'][number]['outcome'], string>> = {
  ADDRESSED: 'Addressed',
  STILL_OPEN: 'Still open',
  CANNOT_TELL: 'Cannot tell',
}

/** `$0.04`; less than a cent has more digits. */
export function usd(amount: number): string {
  const digits = amount > 0 && amount < 0.01 ? 4 : 2
  return `$${amount.toLocaleString('en', { minimumFractionDigits: digits, maximumFractionDigits: digits })}`
}

/** How a review was made, and what it has cost. */
export function reviewFacts({ model, costUsd, frames, draftCount, state }: SkillReview): string {
  const facts = [
    model === null ? 'by the checks, without cost' : `by ${model}`,
    frames.length > 0 && `${frames.length} ${frames.length === 1 ? 'image' : 'images'}`,
    model !== null && costUsd !== null && usd(costUsd),
    state === 'READY' && (draftCount === 1 ? '1 draft' : `${draftCount} drafts`),
  ]
  return facts.filter(Boolean).join(' · ')
}

export function sureText({ confidence }: DraftNote): string {
  return `${Math.round(confidence * 100)} % sure`
}

export function budgetText({ monthlyUsd, spentUsd }: ReviewBudget): string {
  return monthlyUsd === null
    ? `${usd(spentUsd)} spent this month, without a limit.`
    : `${usd(spentUsd)} of ${usd(monthlyUsd)} spent this month.`
}
