// The style of every page, with the colours of the web app's tokens. Light and dark follow the system. All text has a
// contrast of 4.5 or more, and borders of fields 3 or more.

/** The colours, by name. */
export const palette = `
:root {
  color-scheme: light dark;
  --ground: light-dark(#f4f4f3, #161616);
  --sheet: light-dark(#ffffff, #1f1f1f);
  --ink: light-dark(#1b1b1a, #ededeb);
  --quiet: light-dark(#5c5c59, #a9a9a5);
  --line: light-dark(#deded9, #353534);
  --edge: light-dark(#85857f, #82827d);
  --accent: light-dark(#b03a0b, #ff9a62);
  --bad: light-dark(#b3261e, #ff8f87);
  --bad-ground: light-dark(#fdf0ee, #35201e);
}
`

export const style = `${palette}* { box-sizing: border-box }
html { font: 100%/1.55 system-ui, -apple-system, 'Segoe UI', Roboto, 'Helvetica Neue', sans-serif; background: var(--ground); color: var(--ink); -webkit-text-size-adjust: 100% }
body { margin: 0; min-height: 100vh; display: flex; flex-direction: column }
a { color: inherit; text-underline-offset: .18em; text-decoration-color: var(--edge) }
a:hover { text-decoration-color: currentColor }
:focus-visible { outline: 3px solid var(--accent); outline-offset: 2px; border-radius: 4px }
h1 { font-size: 1.5rem; overflow-wrap: anywhere; line-height: 1.2; letter-spacing: -.015em; font-weight: 600; margin: 0 0 .5rem; text-wrap: balance }
h2 { font-size: 1.125rem; line-height: 1.3; font-weight: 600; margin: 0 0 .25rem }
h1 + .notice { margin-top: 1rem }
.wide h1 { margin-bottom: 1rem }
p { margin: 0 0 1rem; text-wrap: pretty }
time { white-space: nowrap }
.quiet { color: var(--quiet) }
.small { font-size: .875rem }
code, .code { font: .875em/1.5 ui-monospace, 'SF Mono', Menlo, Consolas, monospace }
.skip { position: absolute; left: -999rem }
.skip:focus { left: 1rem; top: 1rem; background: var(--sheet); padding: .5rem 1rem; z-index: 1 }

.top { display: flex; align-items: center; gap: .5rem 1.25rem; padding: 1.125rem clamp(1rem, 4vw, 2.5rem) }
.brand { display: inline-flex; align-items: center; gap: .6rem; font-weight: 600; letter-spacing: -.01em; text-decoration: none; font-size: 1.0625rem }
.brand svg { width: 1.5rem; height: 1.5rem; fill: currentColor }
.brand .lamp { fill: var(--accent) }
.top form { margin: 0 }
.who { flex: 1 1 0; justify-content: flex-end; display: flex; align-items: center; gap: .5rem 1rem; font-size: .9375rem; color: var(--quiet); min-width: 0 }
.who span { overflow: hidden; text-overflow: ellipsis; white-space: nowrap; max-width: 20rem }
.who > :not(span) { flex: none }
.who > a { padding: .625rem 0 }

main { width: 100%; margin: 0 auto; padding: 0 clamp(1rem, 4vw, 2.5rem) 4rem }
.narrow main { max-width: 30rem; margin-block: auto; padding-top: 1rem }
.narrow .sheet { padding: clamp(1.5rem, 6vw, 2.5rem) }
.wide main { max-width: 66rem; padding-top: 1.5rem }
.sheet { background: var(--sheet); border: 1px solid var(--line); border-radius: 12px; padding: clamp(1.125rem, 3vw, 1.75rem) }
.sheet + .sheet, .notice + .sheet { margin-top: 1.25rem }
.sheet > :last-child, .notice > :last-child, form > :last-child { margin-bottom: 0 }
.after { text-align: center; margin-top: 1.25rem }
.after a { display: inline-block; padding: .5rem .25rem }

.join { overflow: hidden }
.narrow .sheet.join { padding: 0 }
.cover { display: block; width: 100%; aspect-ratio: 16 / 9; object-fit: cover; background: #0e0e0e }
.invitation { padding: clamp(1.5rem, 6vw, 2.5rem); min-width: 0 }
.invitation > :last-child { margin-bottom: 0 }
.eyebrow { margin: 0 0 .25rem; overflow-wrap: anywhere }
@media (max-width: 30rem) {
  body:has(.join) main { padding-inline: 0; margin-block: 0 }
  .narrow .sheet.join { border: 0; border-radius: 0; background: none }
  .invitation { padding-inline: 1rem }
}
@media (min-width: 40rem) and (max-height: 30rem) {
  body:has(.cover) main { max-width: 60rem; margin-block: 0; padding-top: 0 }
  .join:has(.cover) { display: grid; grid-template-columns: 1fr 1fr }
  .join .cover { height: 100%; aspect-ratio: auto }
  .invitation { padding: 1rem 1.5rem }
}

form { margin: 1.25rem 0 0 }
form.inline { margin: 0 }
.field { margin: 0 0 1.125rem; min-width: 0 }
label, legend { display: block; font-weight: 600; font-size: .9375rem; margin-bottom: .375rem; padding: 0 }
.hint { color: var(--quiet); font-size: .875rem; margin: .375rem 0 0 }
.wrong { color: var(--bad); font-size: .9375rem; margin: .375rem 0 0; font-weight: 600 }
input:not([type=checkbox], [type=radio]), select {
  width: 100%; min-height: 2.875rem; padding: .5rem .75rem; font: inherit; color: inherit;
  background: var(--sheet); border: 1px solid var(--edge); border-radius: 8px }
input[aria-invalid=true] { border-color: var(--bad); box-shadow: 0 0 0 1px var(--bad) }
input:focus-visible, select:focus-visible { outline-offset: 0; border-radius: 8px }
input[readonly] { background: var(--ground) }
input[type=checkbox], input[type=radio] { width: 1.125rem; height: 1.125rem; accent-color: var(--accent); margin: 0; flex: none }
fieldset { border: 0; padding: 0; margin: 0 0 1.125rem; min-width: 0 }
.choice { display: flex; align-items: center; gap: .625rem; min-height: 2rem; font-weight: 400; margin: 0 }

.scopes { border-top: 1px solid var(--line); padding: .75rem 0; margin: 0 }
.scopes fieldset { margin: .5rem 0 0 }
.scopes legend { float: left; width: 100%; margin-bottom: .125rem }
.scopes legend + * { clear: both }
.scopes summary { font-size: .9375rem; min-height: 0; position: relative }
.scopes:not([open]) summary::after { content: 'Choose'; position: absolute; top: 0; right: 0; font-weight: 400; text-decoration: underline; text-underline-offset: .18em }
.scopes summary span { display: block; font-weight: 400; color: var(--quiet) }
.scopes:has(input:not(:checked)) summary span::before { content: 'some of: ' }
.more:not(:has(input:checked)) summary span::before { content: 'Not selected: ' }
.scopes[open] summary span { display: none }
.more > .hint { margin-bottom: .75rem }
.scopes .choice { align-items: flex-start; padding: .25rem 0; font-size: .9375rem }
.scopes .choice input { margin-top: .1875rem }
.scopes .choice span::first-letter { text-transform: uppercase }
.decision { border-top: 1px solid var(--line); padding-top: 1.25rem }
.decision + .hint { margin-top: .875rem }

button, .button { display: inline-flex; align-items: center; justify-content: center; min-height: 2.875rem; padding: .5rem 1.25rem; font: inherit; font-weight: 600;
  color: var(--sheet); background: var(--ink); border: 1px solid var(--ink); border-radius: 8px; cursor: pointer; text-decoration: none }
button:hover, .button:hover { background: color-mix(in oklab, var(--ink) 86%, var(--sheet)) }
button.second, .button.second { color: var(--ink); background: transparent; border-color: var(--edge) }
button.second:hover, .button.second:hover { background: color-mix(in oklab, var(--ink) 7%, transparent) }
button.small, .button.small { min-height: 2.25rem; padding: .25rem .875rem; font-size: .875rem }
button[disabled] { opacity: .6; cursor: default }
.full { width: 100% }
.or { display: flex; align-items: center; gap: 1rem; color: var(--quiet); font-size: .875rem; margin: 1.25rem 0 }
.or::before, .or::after { content: ''; flex: 1; height: 1px; background: var(--line) }
.row { display: flex; flex-wrap: wrap; gap: .75rem; align-items: center }
.decision { justify-content: flex-end }

.notice { border: 1px solid currentColor; border-radius: 8px; padding: .875rem 1rem; margin: 0 0 1.25rem; overflow-wrap: anywhere }
.notice.bad { color: var(--bad); background: var(--bad-ground) }
.shown { display: block; margin: .5rem 0; padding: .625rem .75rem; background: var(--sheet); color: var(--ink); border: 1px solid var(--line); border-radius: 6px; word-break: break-all; user-select: all }

@media (max-width: 40rem) { .who span { display: none } }
@media (pointer: coarse) {
  button.small, .button.small, .choice, .brand { min-height: 2.75rem }
  .who > a { display: inline-flex; align-items: center; justify-content: center; min-width: 2.75rem; min-height: 2.75rem }
  .scopes summary { padding: .625rem 0; margin: -.625rem 0 }
  .scopes:not([open]) summary::after { top: .625rem }
  .scopes .choice { padding: .625rem 0 }
}

.cards { display: grid; gap: 1rem; grid-template-columns: repeat(auto-fill, minmax(min(15rem, 100%), 1fr)); list-style: none; padding: 0; margin: 1.5rem 0 }
.cards > .sheet { margin: 0 }
summary { cursor: pointer; font-weight: 600; min-height: 2rem }
@media (prefers-reduced-motion: no-preference) { button, .button, a { transition: background-color .12s, color .12s } }
`
