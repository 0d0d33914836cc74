// Compares the numbers of a file with the limits of a profile. Pure, so that a profile can be tried on a file that was measured before.
import { audioJudges } from './audio-findings.ts'
import { factJudges } from './fact-findings.ts'
import type { Finding, Judgement, Judges, Measured, Outcome, Shown } from './finding.ts'
import { forOthers, judgeKind } from './kinds/judge-kind.ts'
import { notApplicable } from './kinds/result.ts'
import { kindOfRule } from './kinds/rules.ts'
import type { CheckRules, Level, RuleName } from './profile.ts'
import { videoJudges } from './video-findings.ts'

export type RuleResult = {
  rule: RuleName
  level: Level
  outcome: Outcome
  /** Why the rule is neither passed nor found. */
  reason: string | null
  /** Of the whole file, where the rule has such a number. */
  measured: number | string | null
  limit: number | string | null
  unit: string | null
  findings: Finding[]
}

const judges: Judges = { ...videoJudges, ...audioJudges, ...factJudges }

export function judge(measured: Measured, rules: CheckRules): RuleResult[] {
  if (measured.ofKind) return judgeKind(measured.ofKind, rules)
  const results: RuleResult[] = []
  for (const [name, rule] of Object.entries(rules) as [RuleName, { level: Level } | undefined][]) {
    if (rule === undefined) continue
    const look = judges[name] as ((rule: unknown, measured: Measured) => Judgement) | undefined
    const unknown = kindOfRule.has(name) ? notApplicable(forOthers(name)) : 'NOT_MEASURED'
    results.push(resultOf(name, rule.level, look?.(rule, measured) ?? unknown))
  }
  return results
}

function resultOf(rule: RuleName, level: Level, judged: Judgement): RuleResult {
  const { outcome, findings = [], reason = null, measured = null, limit = null, unit = null } = shown(judged)
  return {
    ...{ rule, level, outcome: outcome ?? (findings.length === 0 ? 'PASSED' : 'FOUND') },
    ...{ reason, measured, limit, unit, findings },
  }
}

function shown(judged: Judgement): Shown {
  if (Array.isArray(judged)) return { findings: judged }
  return typeof judged === 'string' ? { outcome: judged } : judged
}
