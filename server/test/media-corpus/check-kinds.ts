// Measures a file as the checks do, and judges it.

import { judgeKind } from '../../src/media/checks/kinds/judge-kind.ts'
import { KindMeasured } from '../../src/media/checks/kinds/measured.ts'
import type { KindRuleResult } from '../../src/media/checks/kinds/result.ts'
import { measure } from '../../src/media/checks/measure.ts'
import { readMeasured, writeMeasured } from '../../src/media/checks/measured-file.ts'
import { CheckRules, type RuleName } from '../../src/media/checks/profile.ts'
import { toolFinder } from '../../src/media/children/find-tools.ts'
import { createFindProcessor } from '../../src/media/processors.ts'
import { workOn } from './process-still.ts'

const tools = { ffmpeg: undefined, ffprobe: undefined }
const findProcessor = createFindProcessor(tools)

/** The numbers as they are read back from the storage. */
export async function measured(bytes: Buffer, mimeType: string): Promise<KindMeasured> {
  const work = workOn(bytes, mimeType)
  const info = await (await findProcessor(mimeType))!.probe(work)
  const stored = await readMeasured(await writeMeasured(await measure(toolFinder(tools), work, info)))
  return KindMeasured.parse(stored?.ofKind)
}

/** The result of each rule, by its name. */
export function judged(numbers: KindMeasured, rules: object): Record<RuleName, KindRuleResult> {
  const results = judgeKind(numbers, CheckRules.parse(rules))
  return Object.fromEntries(results.map((result) => [result.rule, result])) as Record<
    RuleName,
    KindRuleResult
  >
}

/** The result of one rule with the level WARNING. */
export function judgedBy(numbers: KindMeasured, rule: RuleName, limits: object = {}): KindRuleResult {
  return judged(numbers, { [rule]: { level: 'WARNING', ...limits } })[rule]
}

/** The findings of all rules of a profile, as `rule: message`. */
export function findingsOf(numbers: KindMeasured, rules: CheckRules): string[] {
  return judgeKind(numbers, rules).flatMap(({ rule, findings }) =>
    findings.map(({ message }) => `${rule}: ${message}`),
  )
}
