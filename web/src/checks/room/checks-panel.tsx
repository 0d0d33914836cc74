// The checks of a file beside the image: their state, the findings, and the rules that found nothing.
import type { Checks, FileDetails } from '@dailies/sdk'
import { type ReactNode, useState } from 'react'
import { useParticipant } from '../../data/participant.ts'
import { Button, IconButton } from '../../ui/button.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { CheckIcon } from '../../ui/icons.tsx'
import { Spinner } from '../../ui/spinner.tsx'
import { isUnderWay, useChecks, useRunChecks } from '../checks-queries.ts'
import { countOf, type Finding, type Level, levels, measuredText, type RuleResult } from '../finding-text.ts'
import { ruleName } from '../rule-names.ts'
import styles from './checks-panel.module.css'
import { FindingRow } from './finding-row.tsx'
import { DashIcon, RepeatIcon } from './icons.tsx'

type ChecksPanelProps = { file: FileDetails; onNote: (commentId: string) => void }

export function ChecksPanel({ file, onNote }: ChecksPanelProps) {
  const { data: checks, error, refetch } = useChecks(file)
  return (
    <section
      className={styles.panel}
      role="tabpanel"
      aria-label={`Checks of ${file.name}`}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrollable element must be reachable by keyboard.
      tabIndex={0}
    >
      {checks ? (
        <Results {...{ file, checks, onNote }} />
      ) : error ? (
        <EmptyState title="The checks could not be loaded">
          <Button onClick={() => void refetch()}>Try again</Button>
        </EmptyState>
      ) : (
        <div className={styles.waiting}>
          <Spinner label="Loading" />
        </div>
      )}
    </section>
  )
}

type Shown = ChecksPanelProps & { checks: Checks }

function Results({ file, checks, onNote }: Shown) {
  const { findings, rules, measuredSeconds, state } = checks
  const open = findings.filter(({ waiver }) => waiver === null)
  const waived = findings.filter(({ waiver }) => waiver !== null)
  const list = (some: readonly Finding[]) => <FindingList {...{ file, onNote }} findings={some} />
  return (
    <>
      <Head file={file} checks={checks} />
      <State file={file} checks={checks} />
      {measuredSeconds !== null && (
        <p className={styles.note}>Only the first {hours(measuredSeconds)} were checked. The rest was not.</p>
      )}
      {state === 'READY' && open.length === 0 && rules.length > 0 && <Nothing rules={rules} />}
      {levels.map((level) => {
        const some = open.filter((one) => one.level === level)
        return (
          some.length > 0 && (
            <Group key={level} title={groupNames[level]} count={some.length}>
              {list(some)}
            </Group>
          )
        )
      })}
      {waived.length > 0 && (
        <Group title="Waived" count={waived.length}>
          {list(waived)}
        </Group>
      )}
      <Rules rules={rules} />
    </>
  )
}

const groupNames: Readonly<Record<Level, string>> = {
  PROBLEM: 'Problems',
  WARNING: 'Warnings',
  INFO: 'Information',
}

function hours(seconds: number): string {
  const whole = Math.round((seconds / 3600) * 10) / 10
  return whole === 1 ? 'hour' : `${whole.toLocaleString('en')} hours`
}

/** The check profile and the sums. */
function Head({ file, checks }: { file: FileDetails; checks: Checks }) {
  const { contribute } = useParticipant()
  const run = useRunChecks(file.id)
  const { profile, counts, state } = checks
  const { waived } = counts
  const sums = [
    counts.problems > 0 && countOf('PROBLEM', counts.problems),
    counts.warnings > 0 && countOf('WARNING', counts.warnings),
    counts.infos > 0 && countOf('INFO', counts.infos),
    waived > 0 && `${waived.toLocaleString('en')} waived`,
  ].filter(Boolean)
  if (!profile) return null
  return (
    <header className={styles.head}>
      <div>
        <p className={styles.profile}>
          {profile.name} <span className={styles.version}>version {profile.version}</span>
        </p>
        <p className={styles.sums} role="status">
          {sums.join(' · ') || 'No findings'}
        </p>
      </div>
      {contribute && state === 'READY' && (
        <IconButton label="Check again" busy={run.isPending} onClick={() => run.mutate(undefined)}>
          <RepeatIcon />
        </IconButton>
      )}
    </header>
  )
}

/** Everything but READY. */
function State({ file, checks }: { file: FileDetails; checks: Checks }) {
  const { contribute } = useParticipant()
  const run = useRunChecks(file.id)
  const { state, progress, failure, profile } = checks
  const before = profile && <p className={styles.quiet}>The results below are from before.</p>
  const start = (label: string) =>
    contribute && (
      <Button busy={run.isPending} onClick={() => run.mutate(undefined)}>
        {label}
      </Button>
    )
  if (isUnderWay(checks)) {
    const part = state === 'MEASURING' ? Math.floor((progress ?? 0) * 100) : undefined
    return (
      <div className={styles.state}>
        <p>{state === 'QUEUED' ? 'Waiting to be checked' : 'Checking the file'}</p>
        <progress
          className={styles.progress}
          aria-label="Progress of the checks"
          max={100}
          {...(part !== undefined && { value: part })}
        />
        <p className={styles.quiet}>
          {part === undefined ? 'Previews of other files are made first.' : `${part} %`}
        </p>
        {before}
      </div>
    )
  }
  if (state === 'FAILED')
    return (
      <div className={styles.state} role="alert">
        <p>The checks failed</p>
        <p className={styles.quiet}>{failure?.message}</p>
        {before}
        {failure?.retryable !== false && start('Try again')}
      </div>
    )
  if (state === 'OFF')
    return (
      <EmptyState title="Checks are off">
        <p className="quiet">They are turned off in the settings of the project or of the server.</p>
      </EmptyState>
    )
  if (state === 'NONE')
    return (
      <EmptyState title="Not checked yet">
        <p className="quiet">
          Checks look for black, silence, loudness and more, and show them on exact frames.
        </p>
        {start('Check this file')}
      </EmptyState>
    )
  return null
}

/** Says that nothing was found, and whether everything was looked at. */
function Nothing({ rules }: { rules: readonly RuleResult[] }) {
  const passed = rules.filter(({ outcome }) => outcome === 'PASSED').length
  if (passed === 0) return <p className={styles.note}>No rule of this check profile could be measured.</p>
  return (
    <p className={styles.good}>
      <CheckIcon /> {passed === 1 ? '1 rule passed' : `${passed} rules passed`}
    </p>
  )
}

function Group({ title, count, children }: { title: string; count: number; children: ReactNode }) {
  return (
    <section className={styles.group} aria-label={title}>
      <h3 className={styles.title}>
        {title} <span className={styles.count}>{count.toLocaleString('en')}</span>
      </h3>
      {children}
    </section>
  )
}

/** More are shown on request: a file can have thousands of findings. */
const page = 100

function FindingList({
  file,
  findings,
  onNote,
}: Pick<Shown, 'file' | 'onNote'> & { findings: readonly Finding[] }) {
  const [shown, setShown] = useState(page)
  return (
    <>
      <ul className={styles.list}>
        {findings.slice(0, shown).map((finding) => (
          <FindingRow key={finding.id} {...{ file, finding, onNote }} />
        ))}
      </ul>
      {findings.length > shown && (
        <Button small look="plain" onClick={() => setShown(shown + page)}>
          Show {Math.min(page, findings.length - shown)} more
        </Button>
      )}
    </>
  )
}

function Rules({ rules }: { rules: readonly RuleResult[] }) {
  const passed = rules.filter(({ outcome }) => outcome === 'PASSED')
  // Neither of them is a pass.
  const unknown = rules.filter(({ outcome }) => outcome === 'NOT_APPLICABLE' || outcome === 'NOT_MEASURED')
  return (
    <>
      {unknown.length > 0 && (
        <RuleList title="Not checked" rules={unknown}>
          <DashIcon />
        </RuleList>
      )}
      {passed.length > 0 && (
        <RuleList title="Passed" rules={passed}>
          <CheckIcon />
        </RuleList>
      )}
    </>
  )
}

type RuleListProps = { title: string; rules: readonly RuleResult[]; children: ReactNode }

function RuleList({ title, rules, children }: RuleListProps) {
  return (
    <details className={styles.rules} open={title === 'Not checked' || undefined}>
      <summary>
        {title} <span className={styles.count}>{rules.length}</span>
      </summary>
      <ul className={styles.list}>
        {rules.map((result) => (
          <li key={result.rule} className={styles.rule} data-outcome={result.outcome}>
            {children}
            <span>
              {ruleName(result.rule)} <span className={styles.quiet}>{aboutRule(result)}</span>
            </span>
          </li>
        ))}
      </ul>
    </details>
  )
}

function aboutRule(result: RuleResult): string {
  const { outcome, reason } = result
  const measured = measuredText(result) ?? ''
  if (outcome === 'PASSED') return measured
  const name = outcome === 'NOT_APPLICABLE' ? 'Not applicable' : 'Not measured'
  const about = reason ? `${name}: ${reason}` : name
  return measured ? `${about} (${measured})` : about
}
