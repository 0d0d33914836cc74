// Compares the numbers of a file with the limits of a profile. Pure, so that a profile can be tried on a file that was measured before.
import { audioJudges } from './audio-findings.ts'
import { factJudges } from './fact-findings.ts'
import type { Finding, Judgement, Judges, Measured, Outcome } from './finding.ts'
import { kindOfRule } from './kinds/rules.ts'
import type { CheckRules, RuleName } from './profile.ts'
import { videoJudges } from './video-findings.ts'

export type RuleResult = { rule: RuleName; outcome: Outcome; findings: Finding[] }

const judges: Judges = { ...videoJudges, ...audioJudges, ...factJudges }

export function judge(measured: Measured, rules: CheckRules): RuleResult[] {
  const results: RuleResult[] = []
  for (const [name, rule] of Object.entries(rules) as [RuleName, unknown][]) {
    if (rule === undefined) continue
    const look = judges[name] as ((rule: unknown, measured: Measured) => Judgement) | undefined
    const unknown = kindOfRule.has(name) ? 'NOT_APPLICABLE' : 'NOT_MEASURED'
    results.push(resultOf(name, look?.(rule, measured) ?? unknown))
  }
  return results
}

function resultOf(rule: RuleName, judged: Judgement): RuleResult {
  if (typeof judged === 'string') return { rule, outcome: judged, findings: [] }
  return { rule, outcome: judged.length === 0 ? 'PASSED' : 'FOUND', findings: judged }
}
