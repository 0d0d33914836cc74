import type { FastifyInstance } from 'fastify'
import { createInvitation } from '../../operations/invitations/create-invitation.ts'
import { deleteInvitation } from '../../operations/invitations/delete-invitation.ts'
import { type Invitation, listInvitations } from '../../operations/invitations/list-invitations.ts'
import { listWorkspaceMembers } from '../../operations/workspace/list-workspace-members.ts'
import { attempt, buttonForm, type Failure, field, queryText, readForm } from './forms.ts'
import { type Html, html } from './html.ts'
import { sendPage } from './layout.ts'
import { settingsPage, when } from './settings-frame.ts'
import { operate, type PageServices, requireVisitor, type Visitor } from './visitor.ts'

const path = '/settings/members'
const messages: Record<string, string> = {
  sent: 'The invitation is on its way.',
  revoked: 'The invitation is taken back.',
}

type Member = { role: string; user: { name: string; email: string } }

export function registerMemberSettings(app: FastifyInstance, services: PageServices): void {
  app.get(path, async (request, reply) => {
    const visitor = await requireVisitor(services, request)
    const done = messages[queryText(request, 'done')]
    return sendPage(
      reply,
      settingsPage({ visitor, section: 'members', done, body: await render(services, visitor) }),
    )
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
    const body = html`${url !== null && handOver(url, input.email)}${await render(services, visitor, failed, input.email)}`
    return sendPage(reply, settingsPage({ visitor, section: 'members', failed, body }))
  })

  app.post(`${path}/invitations/:invitationId/revoke`, async (request, reply) => {
    const { caller } = await requireVisitor(services, request)
    await operate(services, deleteInvitation, caller, request.params as { invitationId: string })
    return reply.redirect(`${path}?done=revoked`, 303)
  })
}

async function render(
  services: PageServices,
  { caller }: Visitor,
  failed?: Failure,
  email?: string,
): Promise<Html> {
  const invitations = await operate(services, listInvitations, caller, {})
  const members = await operate(services, listWorkspaceMembers, caller, {})
  return membersBody(members.data as Member[], invitations, failed, email)
}

function handOver(url: string, email: string): Html {
  return html`<div class="notice good" role="status"><strong>Give this link to ${email}. It is shown this once, and good for 14 days.</strong>
<code class="shown">${url}</code></div>`
}

function membersBody(members: Member[], invitations: Invitation[], failed?: Failure, email?: string): Html {
  const people = members.map(
    ({ role, user }) =>
      html`<li><div class="what"><strong>${user.name}</strong><p>${user.email}</p></div><span class="badge">${role}</span></li>`,
  )
  const waiting = invitations.map(
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
  return html`<section class="sheet"><h2>Invite somebody</h2><form method="post" action="${path}/invite">
<div class="fields">${field({ name: 'email', label: 'E-mail', type: 'email', value: failed ? email : undefined, error: failed?.fields.email })}
<div class="field"><label for="role">Role</label><select id="role" name="role"><option value="MEMBER">Member: makes projects</option>
<option value="ADMIN">Admin: also members and keys</option><option value="GUEST">Guest: only projects they are added to</option></select></div></div>
<button>Invite</button></form></section>
${waiting.length > 0 && html`<section class="sheet"><h2>Waiting for an answer</h2><ul class="things">${waiting}</ul></section>`}
<section class="sheet"><h2>Members</h2><ul class="things">${people}</ul></section>`
}
