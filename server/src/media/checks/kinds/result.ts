// The result of a rule for an image, a document or a 3D model.
import type { Outcome } from '../finding.ts'
import type { CheckRules, Level, RuleName } from '../profile.ts'

export type KindFinding = {
  rule: RuleName
  level: Level
  /** These files have no frames. */
  place: null
  /** From 1; null: the whole file. */
  page: number | null
  measured: number | string
  limit: number | string
  unit: string | null
  /** A plain sentence. */
  message: string
  /** From 0 to 1. */
  confidence: number
}

export type KindRuleResult = {
  rule: RuleName
  level: Level
  outcome: Outcome
  /** Why there is no pass, where there are no findings. */
  reason: string | null
  measured: number | string | null
  limit: number | string | null
  unit: string | null
  findings: KindFinding[]
}

/** Without findings and without an outcome, the rule has passed. */
export type KindJudgement = {
  outcome?: 'NOT_APPLICABLE' | 'NOT_MEASURED'
  reason?: string
  measured?: number | string
  limit?: number | string
  unit?: string
  findings?: Found[]
}

export type Found = Pick<KindFinding, 'measured' | 'limit' | 'message'> &
  Partial<Pick<KindFinding, 'page' | 'unit' | 'confidence'>>

export type RuleOf<Name extends RuleName> = NonNullable<CheckRules[Name]>

export function notApplicable(reason: string): KindJudgement {
  return { outcome: 'NOT_APPLICABLE', reason }
}

export function notMeasured(
  reason: string,
  shown: Pick<KindJudgement, 'measured' | 'limit' | 'unit'> = {},
): KindJudgement {
  return { outcome: 'NOT_MEASURED', reason, ...shown }
}
