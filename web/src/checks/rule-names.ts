// The names of the rules of check profiles.
import { ruleTitles } from '../generated/check-rule-titles.ts'

/** A rule that only a newer server knows gets its name from its id. */
export function ruleName(rule: string): string {
  const words = rule.replace(/([a-z0-9])([A-Z])/g, (_, end, start) => `${end} ${start.toLowerCase()}`)
  return ruleTitles[rule] ?? words.charAt(0).toUpperCase() + words.slice(1)
}
