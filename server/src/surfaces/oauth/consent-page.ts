import type { Scope } from '../../core/access.ts'
import { type Html, html } from '../pages/html.ts'
import type { Page } from '../pages/layout.ts'
import { groupedScopes, type ScopeGroup } from './scope-words.ts'

export type ConsentView = {
  path: string
  app: { name: string; host: string | null; proven: boolean }
  redirectUri: string
  person: { name: string; email: string }
  workspaces: readonly { id: string; name: string }[]
  chosen: { workspaceId: string; scopes: readonly Scope[] }
  asked: readonly Scope[]
  wrong?: string | undefined
}

export function consentPage(view: ConsentView): Page {
  const { app, path, asked, chosen, person, wrong } = view
  return {
    title: `Connect ${app.name}`,
    status: wrong === undefined ? 200 : 400,
    formTargets: [formTarget(view.redirectUri)],
    body: html`<div class="sheet">
<h1>Let ${app.name} use Dailies for you?</h1>
<p class="quiet">You are signed in as ${person.name} (${person.email}).</p>
${wrong !== undefined && html`<p class="notice bad" role="alert">${wrong}</p>`}
${origin(view)}
<form method="post" action="${path}">
${workspaceField(view)}
<p class="asked">It may, as far as your own roles allow:</p>
${groupedScopes(asked).map((group) => scopeGroup(group, chosen.scopes))}
<p class="hint">Untick what you do not want to allow. You can disconnect the app at any time under Settings, Connected apps.</p>
<div class="row decision">
<button name="decision" value="allow">Allow</button>
<button class="second" name="decision" value="deny">Do not allow</button>
</div>
</form>
</div>`,
  }
}

/** Anybody can call an app anything: what counts is where the answer goes. */
function origin({ app, redirectUri }: ConsentView): Html {
  const proof = app.proven
    ? html`The app is published by <strong>${app.host}</strong>.`
    : html`The app gave itself this name; nobody has checked it.`
  return html`<p class="notice app">${proof} Your answer goes to ${destination(redirectUri)}. Allow it only if you have just started this yourself.</p>`
}

function destination(redirectUri: string): Html {
  const { protocol, hostname, host } = new URL(redirectUri)
  if (protocol === 'https:') return html`<strong>${host}</strong>`
  if (protocol === 'http:') return html`a program on <strong>this computer</strong> (${hostname})`
  return html`the program that opens <strong>${protocol}</strong> links`
}

function workspaceField({ workspaces, chosen }: ConsentView): Html {
  const [only] = workspaces
  if (workspaces.length === 1) {
    return html`<p class="field">In the workspace <strong>${only!.name}</strong><input type="hidden" name="workspace" value="${only!.id}"></p>`
  }
  return html`<div class="field"><label for="workspace">In the workspace</label>
<select id="workspace" name="workspace">${workspaces.map(({ id, name }) =>
    id === chosen.workspaceId
      ? html`<option value="${id}" selected>${name}</option>`
      : html`<option value="${id}">${name}</option>`,
  )}</select></div>`
}

function scopeGroup({ title, note, items }: ScopeGroup, ticked: readonly Scope[]): Html {
  return html`<fieldset class="scopes"><legend>${title}${note !== undefined && html` <span class="hint">${note}</span>`}</legend>
${items.map(
  ({ scope, words }) =>
    html`<label class="choice"><input type="checkbox" name="scope" value="${scope}"${ticked.includes(scope) && html` checked`}> <span>${words}</span></label>
`,
)}</fieldset>`
}

/** As a source of the content security policy, which has no way to write an IPv6 address. */
function formTarget(redirectUri: string): string {
  const { protocol, origin, hostname } = new URL(redirectUri)
  const plain = ['http:', 'https:'].includes(protocol) && !hostname.startsWith('[')
  return plain ? origin : protocol
}

export function messagePage(title: string, text: string, status: number): Page {
  return { title, status, body: html`<div class="sheet"><h1>${title}</h1><p>${text}</p></div>` }
}
