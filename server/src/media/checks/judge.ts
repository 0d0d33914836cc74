// Compares the numbers of a file with the limits of a profile. Pure, so that a profile can be tried on a file that was measured before.
import { audioJudges } from './audio-findings.ts'
import { factJudges } from './fact-findings.ts'
import {
  type Finding,
  type Judgement,
  type Judges,
  type Measured,
  notApplicable,
  type Outcome,
  type Shown,
} from './finding.ts'
import { forOthers, judgeKind } from './kinds/judge-kind.ts'
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
    results.push(withoutEnd(measured, resultOf(name, rule.level, look?.(rule, measured) ?? unknown)))
  }
  return results
}

/** Rules that the probe answers for the whole file. */
const wholeFile: ReadonlySet<RuleName> = new Set([
  ...(['size', 'frameRate', 'codec', 'duration', 'colourTags', 'channels', 'missingAudio'] as const),
  ...(['lateAudio', 'droppedFrames', 'firstFrame', 'truncated'] as const),
])

/** Nothing found in a part of the file is no pass for the whole. */
function withoutEnd({ measuredSeconds }: Measured, result: RuleResult): RuleResult {
  if (measuredSeconds === null || result.outcome !== 'PASSED' || wholeFile.has(result.rule)) return result
  const hours = Math.round(measuredSeconds / 36) / 100
  const part = hours >= 1 ? `${hours} hours` : `${measuredSeconds} s`
  const reason = `Only the first ${part} of the file were measured, without a finding.`
  return { ...result, outcome: 'NOT_MEASURED', reason }
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
