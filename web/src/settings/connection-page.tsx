// One API key or connected app: what it is allowed to do, and what it did.
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { CheckField } from '../ui/field.tsx'
import { BackIcon } from '../ui/icons.tsx'
import { ActivityLog } from './activity-log.tsx'
import { type Limits, limits } from './connection-limits.ts'
import { ScopeSummary } from './scope-summary.tsx'
import { SectionHead, Sheet } from './section-layout.tsx'
import { sections } from './sections.ts'
import styles from './webhooks.module.css'

type Connection = Limits & { id: string; name: string; scopes: readonly string[] }

export function ConnectionPage({
  section,
  connection,
  about,
  mayAllow,
  onLimits,
}: {
  section: 'apps' | 'api-keys'
  connection: Connection
  about: ReactNode
  /** Administrators forbid a key of somebody else something; only its owner allows it more. */
  mayAllow: boolean
  onLimits: (change: Partial<Limits>) => void
}) {
  return (
    <>
      <Link to="/settings/$section" params={{ section }} className={styles.back}>
        <BackIcon /> {sections[section]}
      </Link>
      <SectionHead title={connection.name}>{about}</SectionHead>
      <Sheet title="Permissions" about="Besides these, it can do no more than your own roles allow.">
        <ScopeSummary scopes={connection.scopes} />
        <LimitFields limits={connection} mayAllow={mayAllow} onLimits={onLimits} />
      </Sheet>
      <ActivityLog connectionId={connection.id} />
    </>
  )
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

export function LimitFields({
  limits: current,
  mayAllow = true,
  onLimits,
}: {
  limits: Limits
  mayAllow?: boolean
  onLimits: (change: Partial<Limits>) => void
}) {
  return limits.map(({ field, label, hint }) => (
    <CheckField
      key={field}
      label={label}
      hint={hint}
      checked={current[field]}
      disabled={!mayAllow && !current[field]}
      onChange={(event) => onLimits({ [field]: event.currentTarget.checked })}
    />
  ))
}
