// The checks of a file for people: a table of findings in the colours of their levels, and the rules without findings.
import {
  type CheckedFile,
  type CheckedFinding,
  type CheckedRule,
  countsOf,
  placeOf,
  ruleTitle,
  uncheckedReason,
  valueText,
  waiverText,
} from '../../../server/src/media/checks/export/checked-file.ts'
import type { Context } from '../context.ts'
import type { Style } from '../kit/style.ts'
import { type Column, tableText } from '../kit/table.ts'
import { oneLine } from '../kit/terminal-text.ts'

type Target = Pick<Context, 'style' | 'columns'>

export function checksText(file: CheckedFile, { style, columns }: Target): string {
  const profile = file.profile === null ? '' : style.dim(` · ${oneLine(file.profile.name)}`)
  const heading = `${style.bold(oneLine(file.name))}${profile} · ${summary(file, style)}\n`
  const reason = uncheckedReason(file)
  if (reason !== undefined) return `${heading}  ${oneLine(reason)}\n\n`
  const table = file.findings.length === 0 ? '' : findingTable(file, style, columns)
  return `${heading}${table}${otherRules(file, style)}\n`
}

function summary(file: CheckedFile, style: Style): string {
  if (file.state !== 'READY') return style.red('not checked')
  const { problems, warnings, infos, waived } = countsOf(file)
  const parts = [
    ...(problems > 0 ? [style.red(counted(problems, 'problem'))] : []),
    ...(warnings > 0 ? [style.yellow(counted(warnings, 'warning'))] : []),
    ...(infos > 0 ? [style.cyan(`${infos} info`)] : []),
    ...(waived > 0 ? [style.dim(`${waived} waived`)] : []),
  ]
  return parts.length === 0 ? style.green('no findings') : parts.join(', ')
}

function counted(count: number, noun: string): string {
  return `${count} ${noun}${count === 1 ? '' : 's'}`
}

function findingTable({ findings, timing }: CheckedFile, style: Style, width: number | undefined): string {
  const column = (heading: string, fixed: boolean, cell: (finding: CheckedFinding) => string): Column => ({
    heading,
    cells: findings.map((finding) => oneLine(cell(finding))),
    fixed,
  })
  const all = [
    column('LEVEL', true, ({ level, waiver }) => (waiver === null ? level.toLowerCase() : 'waived')),
    column('RULE', true, ({ rule }) => ruleTitle(rule)),
    column('FROM', true, (finding) => placeOf(finding, timing)?.first ?? ''),
    column('TO', true, (finding) => placeOf(finding, timing)?.last ?? ''),
    column('FRAMES', true, frames),
    column('PAGE', true, ({ page }) => String(page ?? '')),
    column('MEASURED', false, ({ measured, unit }) => valueText(measured, unit)),
    column('LIMIT', false, ({ limit, unit }) => valueText(limit, unit)),
    column('FINDING', false, findingCell),
  ]
  const shown = all.filter(({ cells }) => cells.some((cell) => cell !== ''))
  const [head, ...rows] = tableText(shown, { style, terminalWidth: width }).trimEnd().split('\n')
  const painted = rows.map((row, i) => paint(style, findings[i]!)(row))
  return `${[head, ...painted].join('\n')}\n`
}

function findingCell({ message, waiver }: CheckedFinding): string {
  return waiver === null ? message : `${message} Waived: ${waiverText(waiver)}`
}

function frames({ firstFrame, lastFrame }: CheckedFinding): string {
  if (firstFrame === null) return ''
  return firstFrame === lastFrame ? String(firstFrame) : `${firstFrame}–${lastFrame}`
}

function paint(style: Style, { level, waiver }: CheckedFinding): (text: string) => string {
  if (waiver !== null) return style.dim
  if (level === 'INFO') return style.cyan
  return level === 'PROBLEM' ? style.red : style.yellow
}

/** Rules that are neither passed nor found are named: they are no pass. */
function otherRules({ rules, measuredSeconds }: CheckedFile, style: Style): string {
  const of = (outcome: CheckedRule['outcome']) => rules.filter((rule) => rule.outcome === outcome)
  const [passed, unmeasured, inapplicable] = [of('PASSED'), of('NOT_MEASURED'), of('NOT_APPLICABLE')]
  const lines = [
    ...(passed.length > 0 ? [`Passed: ${names(passed)}.`] : []),
    ...(inapplicable.length > 0 ? [style.dim(`Not applicable: ${names(inapplicable)}.`)] : []),
    ...unmeasured.map(({ rule, reason }) =>
      style.yellow(`Not measured: ${titleInSentence(rule)}. ${oneLine(reason ?? '')}`.trimEnd()),
    ),
    ...(measuredSeconds === null
      ? []
      : [style.yellow(`Only the first ${measuredSeconds} seconds of the file were measured.`)]),
  ]
  return lines.map((line) => `${line}\n`).join('')
}

function names(rules: readonly CheckedRule[]): string {
  return rules.map(({ rule }) => titleInSentence(rule)).join(', ')
}

/** Names inside of a title, such as glTF, stay as they are. */
function titleInSentence(rule: string): string {
  const title = ruleTitle(rule)
  return `${title.charAt(0).toLowerCase()}${title.slice(1)}`
}
