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
  /** The scopes that the person decides about. */
  offered: readonly Scope[]
  ticked: readonly Scope[]
  /** The scopes that the person has allowed this app before. */
  held: readonly Scope[]
  wrong?: string
}

export function consentPage(view: ConsentView): Page {
  const { app, path, account, wrong } = view
  const more = newScopes(view)
  const title = more.length > 0 ? `Allow ${app.name} more?` : `Connect ${app.name}?`
  return {
    title: title.slice(0, -1),
    status: wrong === undefined ? 200 : 400,
    signedIn: { name: account.name, workspace: account.workspace.name },
    formTargets: [formTarget(view.redirectUri)],
    body: html`<div class="sheet">
<h1>${title}</h1>
${origin(view)}
${wrong !== undefined && html`<div class="notice bad" role="alert">${wrong}</div>`}
<form method="post" action="${path}">
${workspaceField(view)}
${more.length > 0 ? additions(view, more) : choices(view)}
<div class="row decision"><button class="second" name="decision" value="deny">Do not allow</button>
<button name="decision" value="allow">Allow</button></div>
<p class="hint">You can see what the app did, limit it or disconnect it at any time: Settings, Connected apps.</p>
</form>
</div>`,
  }
}

/** The selected scopes that an app with access does not have yet; none when the app connects for the first time. */
function newScopes({ held, ticked }: ConsentView): Scope[] {
  return held.length === 0 ? [] : ticked.filter((scope) => !held.includes(scope))
}

function choices(view: ConsentView): Html {
  const { offered, ticked } = view
  // After a mistake the groups stay as they were, so that everything is where the person has seen it.
  const shown = view.wrong === undefined ? ticked : offered
  return html`<p>The app can do the following in your name, within your roles. Untick what it should not do.</p>
${scopeGroups(shown, ticked)}${moreScopes(view, shown)}`
}

function additions(view: ConsentView, more: readonly Scope[]): Html {
  const { ticked } = view
  const before = ticked.filter((scope) => !more.includes(scope))
  return html`<p>The app already has access. It now asks for this as well, in your name and within your roles:</p>
${groupedScopes(more).map((group) => fieldset(group, ticked))}
${
  before.length > 0 &&
  html`<details class="scopes"><summary>Allowed before <span>${titles(before)}</span></summary>
${groupedScopes(before).map((group) => fieldset(group, ticked))}</details>`
}${moreScopes(view, ticked)}`
}

/** Scopes that the app did not ask for, or should not have asked for at once. */
function moreScopes({ offered, ticked }: ConsentView, shown: readonly Scope[]): Html | false {
  const rest = offered.filter((scope) => !shown.includes(scope))
  if (rest.length === 0) return false
  return html`<details class="scopes more"><summary>More permissions <span>${titles(rest)}</span></summary>
<p class="hint">The app can also ask for these later, when it needs them.</p>
${groupedScopes(rest).map((group) => fieldset(group, ticked))}</details>`
}

/** `Download · Spend money` */
function titles(shown: readonly Scope[]): string {
  return groupedScopes(shown)
    .map(({ title }) => title)
    .join(' · ')
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
function scopeGroups(shown: readonly Scope[], ticked: readonly Scope[]): Html[] {
  return groupedScopes(shown).map((group) => {
    const { title, items } = group
    if (items.length < 3) return fieldset(group, ticked)
    const all = items.every(({ scope }) => ticked.includes(scope))
    return html`<details class="scopes"${!all && html` open`}><summary>${title} <span>${listed(group)}</span></summary>
<fieldset aria-label="${title}">${boxes(group, ticked)}</fieldset></details>`
  })
}

function fieldset(group: ScopeGroup, ticked: readonly Scope[]): Html {
  return html`<fieldset class="scopes"><legend>${group.title}</legend>${boxes(group, ticked)}</fieldset>
`
}

function boxes({ items }: ScopeGroup, ticked: readonly Scope[]): Html[] {
  return items.map(
    ({ scope, words }) =>
      html`<label class="choice"><input type="checkbox" name="scope" value="${scope}"${ticked.includes(scope) && html` checked`}> <span>${words}</span></label>
`,
  )
}

/** A source for the content security policy, which cannot express an IPv6 address. */
function formTarget(redirectUri: string): string {
  const { protocol, origin, hostname } = new URL(redirectUri)
  const plain = ['http:', 'https:'].includes(protocol) && !hostname.startsWith('[')
  return plain ? origin : protocol
}
