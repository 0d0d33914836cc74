// What all settings have around them: the list of sections, and the words for what was done.
import { hasWorkspaceRole } from '../../core/access.ts'
import { type Failure, notice } from './forms.ts'
import { type Html, html } from './html.ts'
import type { Page } from './layout.ts'
import type { Visitor } from './visitor.ts'

const sections = {
  profile: 'Profile',
  passkeys: 'Passkeys',
  sessions: 'Sessions',
  'api-keys': 'API keys',
  members: 'Members',
  apps: 'Connected apps',
}
type Section = keyof typeof sections

export function signedInBar({ account }: Visitor): Page['signedIn'] {
  return { name: account.name, workspace: account.workspace.name }
}

export type Settings = {
  visitor: Visitor
  section: Section
  body: Html
  failed?: Failure | undefined
  /** What was done, in words of ours: never from the address bar. */
  done?: string | undefined
  script?: string
}

export function settingsPage({ visitor, section, body, failed, done, script }: Settings): Page {
  const links = Object.entries(sections)
    .filter(([name]) => isFor(name as Section, visitor))
    .map(
      ([name, label]) =>
        html`<li><a href="/settings/${name}" ${name === section && html`aria-current="page"`}>${label}</a></li>`,
    )
  return {
    title: sections[section],
    wide: true,
    signedIn: signedInBar(visitor),
    status: failed?.status ?? 200,
    ...(script ? { script } : {}),
    body: html`<div class="sections"><nav aria-label="Settings"><ul>${links}</ul></nav>
<div><h1>${sections[section]}</h1>${notice(failed, done)}${body}</div></div>`,
  }
}

function isFor(section: Section, { account, caller }: Visitor): boolean {
  if (account.guest) return section === 'profile' || section === 'sessions'
  return section !== 'members' || hasWorkspaceRole(caller.workspaceRole, 'ADMIN')
}

/** To the minute, in UTC. */
export function when(time: string | null, never = 'never'): Html | string {
  if (time === null) return never
  const minute = time.slice(0, 16)
  return html`<time datetime="${minute.replace(' ', 'T')}Z">${minute} UTC</time>`
}
