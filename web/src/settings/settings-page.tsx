// The frame of the settings: the sections at the side, and the selected one.
import { useSuspenseQuery } from '@tanstack/react-query'
import { Link, useParams } from '@tanstack/react-router'
import { type ComponentType, lazy, Suspense } from 'react'
import { useTitle } from '../data/page-title.ts'
import { accountQuery } from '../data/queries.ts'
import { NotFoundPage } from '../ui/problem-page.tsx'
import { Spinner } from '../ui/spinner.tsx'
import { ProfileSection } from './profile-section.tsx'
import { type Section, type SectionGroup, sectionGroups, sections } from './sections.ts'
import styles from './settings-page.module.css'

const pages: Record<Section, ComponentType> = {
  profile: ProfileSection,
  notifications: lazy(async () => ({
    default: (await import('./notifications-section.tsx')).NotificationsSection,
  })),
  passkeys: lazy(async () => ({ default: (await import('./passkeys-section.tsx')).PasskeysSection })),
  sessions: lazy(async () => ({ default: (await import('./sessions-section.tsx')).SessionsSection })),
  apps: lazy(async () => ({ default: (await import('./apps-section.tsx')).AppsSection })),
  'api-keys': lazy(async () => ({ default: (await import('./keys-section.tsx')).KeysSection })),
  workspace: lazy(async () => ({ default: (await import('./workspace-section.tsx')).WorkspaceSection })),
  members: lazy(async () => ({ default: (await import('./members-section.tsx')).MembersSection })),
  checks: lazy(async () => ({
    default: (await import('../checks/profiles/checks-section.tsx')).ChecksSection,
  })),
  webhooks: lazy(async () => ({ default: (await import('./webhooks-section.tsx')).WebhooksSection })),
  'audit-log': lazy(async () => ({ default: (await import('./audit-section.tsx')).AuditSection })),
  usage: lazy(async () => ({ default: (await import('./usage-section.tsx')).UsageSection })),
}

export function SettingsPage() {
  const { data: me } = useSuspenseQuery(accountQuery)
  const { section } = useParams({ from: '/settings/$section' })
  const groups = sectionGroups(me)
  const shown = groups.flatMap((group) => group.sections).find((one) => one === section)
  return shown === undefined ? <NotFoundPage /> : <SectionPage groups={groups} shown={shown} />
}

function SectionPage({ groups, shown }: { groups: SectionGroup[]; shown: Section }) {
  useTitle(sections[shown], 'Settings')
  const Page = pages[shown]
  return (
    <div className={`page ${styles.page}`}>
      <nav className={styles.nav} aria-label="Settings">
        {groups.map((group) => (
          <section key={group.title} aria-label={group.title}>
            <p className={styles.group} aria-hidden="true">
              {group.title}
            </p>
            <ul>
              {group.sections.map((one) => (
                <li key={one}>
                  <Link
                    to="/settings/$section"
                    params={{ section: one }}
                    ref={one === shown ? bringIntoView : null}
                  >
                    {sections[one]}
                  </Link>
                </li>
              ))}
            </ul>
          </section>
        ))}
      </nav>
      <div className={styles.body}>
        <Suspense fallback={<Spinner label="Loading" />}>
          <Page />
        </Suspense>
      </div>
    </div>
  )
}

/** On a phone the sections are a scrollable row: scroll the selected one into view. */
function bringIntoView(link: HTMLAnchorElement | null): void {
  link?.scrollIntoView({ block: 'nearest', inline: 'center' })
}
