import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { z } from 'zod'
import { type Caller, hasWorkspaceRole, workspaceRoles } from '../../core/access.ts'
import { createInvitation } from '../../operations/invitations/create-invitation.ts'
import { deleteInvitation } from '../../operations/invitations/delete-invitation.ts'
import { type Invitation, listInvitations } from '../../operations/invitations/list-invitations.ts'
import { listWorkspaceMembers } from '../../operations/workspace/list-workspace-members.ts'
import { removeWorkspaceMember } from '../../operations/workspace/remove-workspace-member.ts'
import { updateWorkspaceMember } from '../../operations/workspace/update-workspace-member.ts'
import type { WorkspaceMember } from '../../records/member.ts'
import { attempt, buttonForm, type Failure, type Form, field, queryText, readForm } from './forms.ts'
import { type Html, html } from './html.ts'
import { sendPage } from './layout.ts'
import { settingsPage, when } from './settings-frame.ts'
import { operate, type PageServices, requireVisitor, type Visitor } from './visitor.ts'

const path = '/settings/members'
const messages: Record<string, string> = {
  sent: 'The invitation is on its way.',
  revoked: 'The invitation is taken back.',
  role: 'The role is set.',
  removed: 'The member is removed. Projects that they owned are yours now.',
}

type Member = z.output<typeof WorkspaceMember>

export function registerMemberSettings(app: FastifyInstance, services: PageServices): void {
  app.get(path, async (request, reply) => {
    const visitor = await requireVisitor(services, request)
    const done = messages[queryText(request, 'done')]
    const body = await render(services, visitor, { next: queryText(request, 'next') })
    return sendPage(reply, settingsPage({ visitor, section: 'members', done, body }))
  })

  app.post(`${path}/invite`, async (request, reply) => {
    const visitor = await requireVisitor(services, request)
    const form = readForm(request)
    const input = { email: form.text('email').trim(), role: form.text('role') }
    let url: string | null = null
    const failed = await attempt(async () => {
      url = (await operate(services, createInvitation, visitor.caller, input)).url
    })
    if (!failed && url === null) return reply.redirect(`${path}?done=sent`, 303)
    const body = html`${url !== null && handOver(url, input.email)}${await render(services, visitor, { failed, email: input.email })}`
    return sendPage(reply, settingsPage({ visitor, section: 'members', failed, body }))
  })

  app.post(`${path}/invitations/:invitationId/revoke`, async (request, reply) => {
    const { caller } = await requireVisitor(services, request)
    await operate(services, deleteInvitation, caller, request.params as { invitationId: string })
    return reply.redirect(`${path}?done=revoked`, 303)
  })

  const change =
    (action: 'role' | 'removed', work: (caller: Caller, id: string, form: Form) => Promise<unknown>) =>
    async (request: FastifyRequest, reply: FastifyReply) => {
      const visitor = await requireVisitor(services, request)
      const { id } = request.params as { id: string }
      const failed = await attempt(() => work(visitor.caller, id, readForm(request)))
      if (!failed) return reply.redirect(`${path}?done=${action}`, 303)
      const body = await render(services, visitor)
      return sendPage(reply, settingsPage({ visitor, section: 'members', failed, body }))
    }
  app.post(
    `${path}/:id/role`,
    change('role', (caller, workspaceMemberId, form) =>
      operate(services, updateWorkspaceMember, caller, { workspaceMemberId, role: form.text('role') }),
    ),
  )
  app.post(
    `${path}/:id/remove`,
    change('removed', (caller, workspaceMemberId) =>
      operate(services, removeWorkspaceMember, caller, { workspaceMemberId }),
    ),
  )
}

type Shown = { next?: string; failed?: Failure | undefined; email?: string }

async function render(services: PageServices, visitor: Visitor, shown: Shown = {}): Promise<Html> {
  const { caller } = visitor
  const invitations = await operate(services, listInvitations, caller, {})
  const next = shown.next || null
  const { data, page } = await operate(services, listWorkspaceMembers, caller, { next })
  const more = page.next !== null && `${path}?next=${encodeURIComponent(page.next)}`
  return html`${inviteForm(shown)}${waitingList(invitations)}
<section class="sheet" id="members"><h2>Members</h2><ul class="things">${data.map((member) => memberItem(member, visitor))}</ul>
${more && html`<p class="after"><a href="${more}#members">More members</a></p>`}</section>`
}

function handOver(url: string, email: string): Html {
  return html`<div class="notice good" role="status"><strong>Give this link to ${email}. It is shown this once, and good for 14 days.</strong>
<code class="shown">${url}</code></div>`
}

function inviteForm({ failed, email }: Shown): Html {
  return html`<section class="sheet"><h2>Invite somebody</h2><form method="post" action="${path}/invite">
<div class="fields">${field({ name: 'email', label: 'E-mail', type: 'email', value: failed ? email : undefined, error: failed?.fields.email })}
<div class="field"><label for="role">Role</label><select id="role" name="role"><option value="MEMBER">Member: makes projects</option>
<option value="ADMIN">Admin: also members and keys</option><option value="GUEST">Guest: only projects they are added to</option></select></div></div>
<button>Invite</button></form></section>`
}

function waitingList(invitations: Invitation[]): Html | false {
  const items = invitations.map(
    ({
      id,
      email,
      role,
      invitedBy,
      expiresAt,
    }) => html`<li><div class="what"><strong>${email}</strong><span class="badge">${role}</span>
<p>Invited by ${invitedBy?.name ?? 'somebody who left'} · good until ${when(expiresAt)}</p></div>
${buttonForm(`${path}/invitations/${id}/revoke`, 'Take back', 'danger small', email)}</li>`,
  )
  return (
    items.length > 0 &&
    html`<section class="sheet"><h2>Waiting for an answer</h2><ul class="things">${items}</ul></section>`
  )
}

function memberItem({ id, role, user }: Member, { caller }: Visitor): Html {
  const who = html`<div class="what"><strong>${user.name}</strong>${user.id === caller.userId && html`<span class="badge">you</span>`}<p>${user.email}</p></div>`
  if (user.id === caller.userId || !hasWorkspaceRole(caller.workspaceRole, role))
    return html`<li>${who}<span class="badge">${role}</span></li>`
  const options = workspaceRoles
    .filter((one) => hasWorkspaceRole(caller.workspaceRole, one))
    .map((one) => html`<option ${one === role && html`selected`}>${one}</option>`)
  return html`<li>${who}<form class="row" method="post" action="${path}/${id}/role">
<label class="skip" for="role-${id}">Role of ${user.name}</label><select id="role-${id}" name="role">${options}</select>
<button class="second small" aria-label="Set the role of ${user.name}">Set</button></form>
${buttonForm(`${path}/${id}/remove`, 'Remove', 'danger small', user.name)}</li>`
}
