// The result of a rule for an image, a document or a 3D model.
import type { Outcome, Shown } from '../finding.ts'
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

/** The rule and its level are added to the findings. */
export type KindJudgement = Omit<Shown, 'findings'> & { findings?: Found[] }

export type Found = Pick<KindFinding, 'measured' | 'limit' | 'message'> &
  Partial<Pick<KindFinding, 'page' | 'unit' | 'confidence'>>

export type RuleOf<Name extends RuleName> = NonNullable<CheckRules[Name]>
