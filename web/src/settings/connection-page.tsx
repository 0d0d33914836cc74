// One API key or connected app: what it is allowed to do, and what it did.
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { CheckField } from '../ui/field.tsx'
import { ActivityLog } from './activity-log.tsx'
import { type Limits, limitsOf } from './connection-limits.ts'
import styles from './connections.module.css'
import { ScopeSummary } from './scope-summary.tsx'
import { BackLink, SectionHead, Sheet } from './section-layout.tsx'
import { sections } from './sections.ts'

type Connection = Limits & { id: string; name: string; scopes: readonly string[] }

export function ConnectionPage({
  section,
  connection,
  about,
  owner,
  onLimits,
  end,
}: {
  section: 'apps' | 'api-keys'
  connection: Connection
  about: ReactNode
  /** The name of the person whose key it is; null for the reader. */
  owner: string | null
  onLimits: (change: Partial<Limits>) => void
  /** The button that takes its access away. */
  end: ReactNode
}) {
  return (
    <>
      <BackLink section={section}>{sections[section]}</BackLink>
      <SectionHead title={connection.name} action={end}>
        {about}
      </SectionHead>
      <Sheet
        title="Permissions"
        about={`It can never do more than ${owner === null ? 'your own roles' : `the roles of ${owner}`} allow.`}
      >
        <ScopeSummary scopes={connection.scopes} />
      </Sheet>
      <Sheet title="Sensitive actions" about={aboutLimits(owner)}>
        <div className={styles.limits}>
          <LimitFields limits={connection} owner={owner} onLimits={onLimits} />
        </div>
      </Sheet>
      <ActivityLog connectionId={connection.id} />
    </>
  )
}

function aboutLimits(owner: string | null): string {
  const rule = 'Untick what it must not do, whatever its permissions.'
  return owner === null ? rule : `${rule} Only ${owner} can allow it again.`
}

/** Leads from the list to the page of a connection. */
export function ConnectionLink({
  section,
  id,
  name,
}: {
  section: 'apps' | 'api-keys'
  id: string
  name: string
}) {
  return (
    <Link className="target" to="/settings/$section" params={{ section }} search={{ connection: id }}>
      {name}
    </Link>
  )
}

/** Administrators take powers from the key of somebody else; only its owner gives them back. */
export function LimitFields({
  limits,
  owner = null,
  onLimits,
}: {
  limits: Limits
  owner?: string | null
  onLimits: (change: Partial<Limits>) => void
}) {
  return limitsOf(owner).map(({ field, label, hint }) => (
    <CheckField
      key={field}
      label={label}
      hint={hint}
      checked={limits[field]}
      disabled={owner !== null && !limits[field]}
      onChange={(event) => onLimits({ [field]: event.currentTarget.checked })}
    />
  ))
}
