import { CheckRules, type RuleName } from './profile.ts'

/**
 * Stored rules as this release knows them: fields that are new have their defaults, and a rule that it does not know, or
 * no longer in this form, is left out.
 */
export function readRules(stored: unknown): CheckRules {
  const whole = CheckRules.safeParse(stored)
  if (whole.success) return whole.data
  const rules = typeof stored === 'object' && stored !== null ? (stored as Record<string, unknown>) : {}
  const known = (Object.keys(CheckRules.shape) as RuleName[]).flatMap((name) => {
    const rule = CheckRules.shape[name].safeParse(rules[name])
    return rule.success && rule.data !== undefined ? [[name, rule.data]] : []
  })
  return Object.fromEntries(known)
}
