// The page that asks for consent.
import type { Scope } from '../../core/access.ts'
import { type Html, html } from '../../core/html.ts'
import type { Page } from '../page-layout.ts'
import { groupedScopes, listed, type ScopeGroup } from './scope-words.ts'
import type { Account } from './visitor.ts'

export type ConsentView = {
  path: string
  /** `host` is where the app's own metadata document was fetched from. */
  app: { name: string; host: string | null }
  redirectUri: string
  account: Account
  workspaceId: string
  asked: readonly Scope[]
  ticked: readonly Scope[]
  wrong?: string
}

export function consentPage(view: ConsentView): Page {
  const { app, path, asked, ticked, account, wrong } = view
  return {
    title: `Connect ${app.name}`,
    status: wrong === undefined ? 200 : 400,
    signedIn: { name: account.name, workspace: account.workspace.name },
    formTargets: [formTarget(view.redirectUri)],
    body: html`<div class="sheet">
<h1>Connect ${app.name}?</h1>
${origin(view)}
${wrong !== undefined && html`<div class="notice bad" role="alert">${wrong}</div>`}
<form method="post" action="${path}">
${workspaceField(view)}
<p>The app can do the following in your name, within your roles. Clear what it should not do.</p>
${groupedScopes(asked).map((group) => scopeGroup(group, ticked))}
<div class="row decision"><button class="second" name="decision" value="deny">Do not allow</button>
<button name="decision" value="allow">Allow</button></div>
<p class="hint">You can disconnect the app at any time: Settings, Connected apps.</p>
</form>
</div>`,
  }
}

/** The name of an app proves nothing: what counts is where the answer is sent. */
function origin({ app, redirectUri }: ConsentView): Html {
  const proof =
    app.host === null
      ? html`The app chose this name itself; it is not verified.`
      : html`The app is described at <strong>${app.host}</strong>; it is not verified otherwise.`
  return html`<p class="quiet">${proof} Your answer goes to ${destination(redirectUri)}.
Allow it only if you started this yourself just now.</p>`
}

function destination(redirectUri: string): Html {
  const { protocol, hostname, host } = new URL(redirectUri)
  if (protocol === 'https:') return html`<strong>${host}</strong>`
  if (protocol === 'http:') return html`a program on <strong>this computer</strong> (${hostname})`
  return html`the program that opens <strong>${protocol}</strong> links`
}

function workspaceField({ account: { workspaces }, workspaceId }: ConsentView): Html {
  const [only] = workspaces
  if (workspaces.length === 1) {
    return html`<p>Workspace: <strong>${only!.name}</strong><input type="hidden" name="workspace" value="${only!.id}"></p>`
  }
  return html`<div class="field"><label for="workspace">Workspace</label>
<select id="workspace" name="workspace">${workspaces.map(({ id, name }) =>
    id === workspaceId
      ? html`<option value="${id}" selected>${name}</option>`
      : html`<option value="${id}">${name}</option>`,
  )}</select></div>`
}

/** Three or more scopes are summed up in a sentence that unfolds into checkboxes. */
function scopeGroup(group: ScopeGroup, ticked: readonly Scope[]): Html {
  const { title, items } = group
  const boxes = items.map(
    ({ scope, words }) =>
      html`<label class="choice"><input type="checkbox" name="scope" value="${scope}"${ticked.includes(scope) && html` checked`}> <span>${words}</span></label>
`,
  )
  if (items.length < 3) return html`<fieldset class="scopes"><legend>${title}</legend>${boxes}</fieldset>`
  const all = items.every(({ scope }) => ticked.includes(scope))
  return html`<details class="scopes"${!all && html` open`}><summary>${title} <span>${listed(group)}</span></summary>
<fieldset aria-label="${title}">${boxes}</fieldset></details>`
}

/** A source for the content security policy, which cannot express an IPv6 address. */
function formTarget(redirectUri: string): string {
  const { protocol, origin, hostname } = new URL(redirectUri)
  const plain = ['http:', 'https:'].includes(protocol) && !hostname.startsWith('[')
  return plain ? origin : protocol
}
