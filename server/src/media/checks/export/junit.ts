// JUnit XML: a test suite for each file, a test case for each rule. Neither a rule that was not measured nor one that does not apply is
// shown as passed.
import { xmlAttribute, xmlText } from '../../../records/comment-export/xml-text.ts'
import {
  type CheckedFile,
  type CheckedFinding,
  type CheckedRule,
  findingText,
  rulesOf,
  ruleTitle,
  uncheckedReason,
  waiverText,
} from './checked-file.ts'

type Result = 'passed' | 'failure' | 'error' | 'skipped'
type Case = { result: Result; xml: string }

export function junitText(files: readonly CheckedFile[]): string {
  const suites = files.map(suiteOf)
  const all = suites.flatMap(({ cases }) => cases)
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    `<testsuites name="Dailies checks" tests="${all.length}" failures="${count(all, 'failure')}" errors="${count(all, 'error')}">`,
    ...suites.map(({ xml }) => xml),
    '</testsuites>',
    '',
  ].join('\n')
}

function count(cases: readonly Case[], result: Result): number {
  return cases.filter((one) => one.result === result).length
}

function suiteOf(file: CheckedFile): { xml: string; cases: Case[] } {
  const reason = uncheckedReason(file)
  const cases =
    reason === undefined ? rulesOf(file).map((rule) => caseOf(file, rule)) : [unchecked(file, reason)]
  const numbers = `tests="${cases.length}" failures="${count(cases, 'failure')}" errors="${count(cases, 'error')}" skipped="${count(cases, 'skipped')}"`
  const xml = [
    `  <testsuite name="${xmlAttribute(file.name)}" ${numbers}>`,
    ...properties(suiteProperties(file), '    '),
    ...cases.map((one) => one.xml),
    '  </testsuite>',
  ].join('\n')
  return { xml, cases }
}

function suiteProperties({ id, profile, measuredSeconds }: CheckedFile): [string, string][] {
  return [
    ...(id === null ? [] : [['file', id] as [string, string]]),
    ...(profile === null ? [] : [['profile', profile.name] as [string, string]]),
    ...(profile?.version == null ? [] : [['profileVersion', String(profile.version)] as [string, string]]),
    ...(measuredSeconds === null ? [] : [['measuredSeconds', String(measuredSeconds)] as [string, string]]),
  ]
}

function properties(pairs: readonly [string, string][], indent: string): string[] {
  if (pairs.length === 0) return []
  const lines = pairs.map(
    ([name, value]) => `${indent}  <property name="${name}" value="${xmlAttribute(value)}"/>`,
  )
  return [`${indent}<properties>`, ...lines, `${indent}</properties>`]
}

/** A file without results is an error, so that nobody takes it for a pass; checks that are off are skipped. */
function unchecked({ name, state, failure }: CheckedFile, reason: string): Case {
  const open = `    <testcase name="Checks" classname="${xmlAttribute(name)}">`
  const message = xmlAttribute(reason)
  if (state === 'OFF')
    return { result: 'skipped', xml: `${open}\n      <skipped message="${message}"/>\n    </testcase>` }
  const type = xmlAttribute(failure?.code ?? 'not_checked')
  return {
    result: 'error',
    xml: `${open}\n      <error type="${type}" message="${message}"/>\n    </testcase>`,
  }
}

function caseOf(file: CheckedFile, rule: CheckedRule): Case {
  const findings = file.findings.filter((finding) => finding.rule === rule.rule)
  const { result, lines } = judged(file, rule, findings)
  const waived = findings.flatMap(({ waiver }) => (waiver === null ? [] : [waiver]))
  const pairs = waived.map((waiver): [string, string] => ['waived', waiverText(waiver)])
  const open = `    <testcase name="${xmlAttribute(ruleTitle(rule.rule))}" classname="${xmlAttribute(file.name)}">`
  return { result, xml: [open, ...properties(pairs, '      '), ...lines, '    </testcase>'].join('\n') }
}

function judged(file: CheckedFile, rule: CheckedRule, findings: readonly CheckedFinding[]) {
  const text = (some: readonly CheckedFinding[]) =>
    xmlText(some.map((finding) => findingText(finding, file.timing)).join('\n'))
  const isOpen = ({ level, waiver }: CheckedFinding) => level === 'PROBLEM' && waiver === null
  const problems = findings.filter(isOpen)
  const others = findings.filter((finding) => !isOpen(finding))
  const output = others.length === 0 ? [] : [`      <system-out>${text(others)}</system-out>`]
  if (rule.outcome === 'NOT_MEASURED' || rule.outcome === 'NOT_APPLICABLE')
    return skipped(rule.reason ?? (rule.outcome === 'NOT_MEASURED' ? 'Not measured.' : 'Not applicable.'))
  if (problems.length > 0) {
    const more = problems.length === 1 ? '' : ` (and ${problems.length - 1} more)`
    const message = xmlAttribute(`${problems[0]!.message}${more}`)
    const lines = [
      `      <failure type="PROBLEM" message="${message}">${text(problems)}</failure>`,
      ...output,
    ]
    return { result: 'failure' as const, lines }
  }
  const waived = findings.filter(({ level, waiver }) => level === 'PROBLEM' && waiver !== null)
  if (waived.length > 0) return skipped(`Waived: ${waiverText(waived[0]!.waiver!)}`, output)
  // A problem whose findings are not listed is a problem still.
  if (rule.outcome === 'FOUND' && rule.level === 'PROBLEM' && findings.length === 0)
    return { result: 'failure' as const, lines: ['      <failure type="PROBLEM" message="Found."/>'] }
  return { result: 'passed' as const, lines: output }
}

function skipped(message: string, output: readonly string[] = []) {
  return {
    result: 'skipped' as const,
    lines: [`      <skipped message="${xmlAttribute(message)}"/>`, ...output],
  }
}
