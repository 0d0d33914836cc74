// Why a review that requires checks cannot be approved yet, with links to the findings.
import { Link } from '@tanstack/react-router'
import type { ReviewDetails } from './review-queries.ts'
import styles from './verdict.module.css'

type Blocker = NonNullable<ReviewDetails['blockers']>[number]

export function isBlocked({ blockers }: Pick<ReviewDetails, 'blockers'>): boolean {
  return blockers !== null && blockers.length > 0
}

/** As many as fit without scrolling. */
const most = 5

type BlockersProps = {
  version: ReviewDetails
  brief?: boolean
  id?: string
  /** Closes the dialog that a link leads out of. */
  onFollow?: (() => void) | undefined
}

/** `brief`: a link to the first file alone. */
export function Blockers({ version, brief = false, id, onFollow }: BlockersProps) {
  const blockers = version.blockers ?? []
  if (blockers.length === 0) return null
  if (brief) return <Brief version={version} id={id} />
  const more = blockers.length - most
  return (
    <div className={styles.blockers} id={id}>
      <p>This review needs checks without open problems before it can be approved.</p>
      <ul>
        {blockers.slice(0, most).map((blocker, index) => (
          <li key={blocker.file?.id ?? index}>
            {blocker.file ? (
              <FindingsLink version={version} blocker={blocker} onFollow={onFollow}>
                {blocker.file.name}
              </FindingsLink>
            ) : (
              'A file that you do not see'
            )}
            <span className="quiet">{reasonOf(blocker)}</span>
          </li>
        ))}
        {more > 0 && <li className="quiet">and {more.toLocaleString('en')} more</li>}
      </ul>
    </div>
  )
}

function Brief({ version, id }: { version: ReviewDetails; id: string | undefined }) {
  const blockers = version.blockers ?? []
  const problems = blockers.reduce((sum, one) => sum + one.problems, 0)
  const text = problems > 0 ? problemCount(problems) : 'Not checked yet'
  const first = blockers.find(({ file, ...one }) => file && (problems === 0 || one.problems > 0))
  return (
    <span id={id} title="This review needs checks without open problems before it can be approved.">
      {first ? (
        <FindingsLink version={version} blocker={first} className={styles.brief}>
          {text}
        </FindingsLink>
      ) : (
        <span className={styles.brief}>{text}</span>
      )}
    </span>
  )
}

type FindingsLinkProps = {
  version: ReviewDetails
  blocker: Blocker
  className?: string | undefined
  onFollow?: (() => void) | undefined
  children: string
}

function FindingsLink(props: FindingsLinkProps) {
  const { version, blocker, className, onFollow, children } = props
  return (
    <Link
      to="/files/$fileId"
      params={{ fileId: blocker.file!.id }}
      search={{ version: version.id, panel: 'checks' }}
      className={className}
      onClick={onFollow}
    >
      {children}
    </Link>
  )
}

function reasonOf({ reason, problems }: Blocker): string {
  return reason === 'OPEN_PROBLEMS' ? problemCount(problems) : 'not checked yet'
}

function problemCount(problems: number): string {
  return problems === 1 ? '1 open problem' : `${problems.toLocaleString('en')} open problems`
}
