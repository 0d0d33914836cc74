import type { CheckRule, PreviewedFinding } from '@dailies/sdk'
import { Link } from '@tanstack/react-router'
import { Badge, type Tone } from '../../settings/section-layout.tsx'
import styles from './profiles.module.css'
import type { Preview } from './use-preview.ts'

/** The number of findings that a row shows. */
const most = 3

/** The findings of the rule in the file of the preview. */
export function RuleOutcome({ rule: name, preview }: { rule: string; preview: Preview }) {
  const rule = preview.ruleOf(name)
  if (rule === undefined || preview.file === undefined) return null
  const findings = preview.findingsOf(name)
  return (
    <div className={styles.outcome} data-stale={preview.isStale || undefined} data-outcome={rule.outcome}>
      <p className={styles.outcomeHead}>
        <Badge tone={toneOf(rule)}>{nameOf(rule, findings.length)}</Badge>
        <span className="quiet small">{measuredOf(rule)}</span>
      </p>
      {findings.length > 0 && (
        <ul className={styles.findings}>
          {findings.slice(0, most).map((finding) => (
            <li key={`${finding.firstMs} ${finding.page} ${finding.message}`}>
              <Place fileId={preview.file!.id} finding={finding} />
              {finding.message}
              {finding.waiver !== null && <Badge>Waived</Badge>}
            </li>
          ))}
          {findings.length > most && <li className="quiet">and {findings.length - most} more</li>}
        </ul>
      )}
    </div>
  )
}

function toneOf({ outcome, level }: CheckRule): Tone {
  if (outcome === 'PASSED') return 'good'
  if (outcome !== 'FOUND' || level === 'INFO') return 'plain'
  return level === 'PROBLEM' ? 'bad' : 'warn'
}

const names = {
  PASSED: 'Passed',
  FOUND: 'Found',
  NOT_APPLICABLE: 'Not applicable',
  NOT_MEASURED: 'Not measured',
}

function nameOf({ outcome }: CheckRule, count: number): string {
  if (outcome !== 'FOUND') return names[outcome]
  return count === 1 ? '1 finding' : `${count} findings`
}

function measuredOf({ outcome, reason, measured, limit, unit }: CheckRule): string {
  if (reason !== null) return reason
  if (measured === null) return ''
  const number = (value: number | string) => (typeof value === 'number' ? value.toLocaleString('en') : value)
  const shown = `Measured ${number(measured)}${unit === null ? '' : ` ${unit}`}`
  return limit === null || outcome === 'PASSED' ? shown : `${shown}, limit ${number(limit)}`
}

/** A link to the place in the review room. */
function Place({ fileId, finding }: { fileId: string; finding: PreviewedFinding }) {
  const { page, firstMs, firstFrame } = finding
  if (page === null && firstMs === null) return null
  const name = page !== null ? `Page ${page}` : clock(firstMs!)
  return (
    <Link
      to="/files/$fileId"
      params={{ fileId }}
      search={{ at: page ?? firstMs! }}
      title={firstFrame === null ? undefined : `Frame ${firstFrame}`}
      className={styles.moment}
    >
      {name}
    </Link>
  )
}

function clock(ms: number): string {
  const minutes = Math.floor(ms / 60_000)
  const seconds = ((ms % 60_000) / 1000).toFixed(2).padStart(5, '0')
  const hours = Math.floor(minutes / 60)
  return `${hours > 0 ? `${hours}:` : ''}${String(minutes % 60).padStart(2, '0')}:${seconds}`
}
