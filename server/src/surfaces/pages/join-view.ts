// The page of an access link: the project, the inviter, and what the role of the link allows.
import { hashToken } from '../../auth/api-keys.ts'
import { usableLinks } from '../../auth/join-by-link.ts'
import { type Html, html } from '../../core/html.ts'
import type { Sql } from '../../core/sql.ts'
import { roleSees } from '../../core/visibility.ts'
import type { LinkRole } from '../../records/access-link.ts'
import { type Derivative, pictureUrl } from '../../records/media.ts'
import type { Page } from '../page-layout.ts'
import { type Failure, field, notice } from './forms.ts'
import type { Account, PageServices, Visitor } from './visitor.ts'

export type LinkPreview = {
  projectId: string
  project: string
  workspace: string
  role: LinkRole
  inviter: string | null
  locked: boolean
  joined: boolean
  /** The newest image that the role of the link may see; null for a link with a password. */
  cover: Derivative | null
}

export async function findLinkPreview(
  sql: Sql,
  key: string,
  visitor: Visitor | undefined,
): Promise<LinkPreview | undefined> {
  const userId = visitor?.caller.userId ?? null
  const workspaceId = visitor?.caller.workspaceId ?? null
  const [preview] = await sql<LinkPreview>`
    select p.id as "projectId", p.name as project, w.name as workspace, l.role,
      coalesce(m.display_name, u.name) as inviter, l.password_hash is not null as locked,
      p.workspace_id = ${workspaceId} and exists (
        select from project_members m where m.project_id = p.id and m.user_id = ${userId}) as joined,
      (select json_build_object('name', d.name, 'objectId', d.object_id, 'mimeType', o.mime_type)
        from files f
        join media_derivatives d on d.file_id = f.id and d.name like 'thumbnail.%'
        join objects o on o.id = d.object_id
        where f.project_id = p.id and f.has_thumbnail and l.password_hash is null
          and ${roleSees('f', 'l.role')}
        order by f.created_at desc, f.id desc limit 1) as cover
    from ${usableLinks}
    join workspaces w on w.id = p.workspace_id
    left join users u on u.id = l.created_by
    left join workspace_members m on m.workspace_id = p.workspace_id and m.user_id = u.id
    where l.key_hash = ${hashToken(key)}`
  return preview
}

const abilities: Record<LinkRole, string> = {
  PROJECT_MEMBER: 'You can watch, comment, and upload files.',
  PROJECT_REVIEWER: 'You can watch, comment, and approve.',
  PROJECT_RESTRICTED_REVIEWER: 'You can watch and comment on what is shared with you.',
}

export type JoinView = {
  preview: LinkPreview
  /** The path of this page, with its query string. */
  path: string
  /** The account of a signed-in visitor, who joins as themselves. */
  account: Account | undefined
  services: PageServices
  name?: string
  email?: string
  failed?: Failure
}

export async function joinPage(view: JoinView): Promise<Page> {
  const { preview, path, account, services, failed } = view
  const { locked } = preview
  const { storage, fileOrigins } = services
  const cover = preview.cover && (await pictureUrl(storage, preview.cover))
  const body = html`<div class="sheet join">
${cover && html`<img class="cover" src="${cover}" alt="">`}
<div class="invitation">
${locked ? lockedGreeting : greeting(preview)}
${notice(failed)}
<form method="post">
${account ? html`<p>You join as <strong>${account.name}</strong>.</p>` : guestFields(view)}
${locked && field({ name: 'password', label: 'Password', type: 'password', hint: 'The person who sent you the link has it.', focus: failed?.status === 403 })}
<button class="full">Join</button></form>
${!account && html`<p class="after small">Have an account? <a href="/sign-in?next=${encodeURIComponent(path)}">Sign in</a> first.</p>`}
</div></div>`
  const title = locked ? 'Join a review' : `Join ${preview.project}`
  return { title, body, unlisted: true, images: fileOrigins, status: failed?.status ?? 200 }
}

/** The address is asked for only where mail can be sent. */
function guestFields({ services, name, email, failed }: JoinView): Html {
  const mailed = services.mail.configured
  return html`${field({ name: 'name', label: 'Your name', autocomplete: 'name', value: name, maxlength: 100, hint: 'Shown beside your comments.', error: failed?.fields.name, focus: !failed || failed.status === 400 })}
${mailed && field({ name: 'email', label: 'Email', type: 'email', autocomplete: 'email', value: email, maxlength: 254, optional: true, hint: 'Optional. We write to you when somebody answers.', error: failed?.fields.email })}`
}

function greeting({ project, workspace, inviter, role }: LinkPreview): Html {
  return html`<p class="eyebrow">${inviter === null ? html`${workspace} invites you to` : html`<strong>${inviter}</strong> invites you to`}</p>
<h1>${project}</h1>
<p class="quiet">${abilities[role]}</p>`
}

/** With a password, the name of the project and of the inviter are shown only after joining. */
const lockedGreeting = html`<h1>Join a review</h1>
<p class="quiet">This link has a password.</p>`

export const expiredLinkPage: Page = {
  title: 'Link not available',
  status: 404,
  unlisted: true,
  body: html`<div class="sheet"><h1>This link no longer works</h1>
<p>It has expired or was replaced. Ask the person who sent it to you for a new one.</p>
<p><a class="button second full" href="/">Go to Dailies</a></p></div>`,
}
