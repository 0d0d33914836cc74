// The style of the docs, in addition to that of all pages.

export const guideStyle = `
.wide main:has(.docs) { max-width: 84rem; padding-top: 1rem }
.top { flex-wrap: wrap; border-bottom: 1px solid var(--line); padding-block: .75rem }
.places { display: flex; gap: .25rem; font-size: .9375rem }
.places a { padding: .375rem .75rem; border-radius: 8px; text-decoration: none; color: var(--quiet); font-weight: 540 }
.places a:hover { color: var(--ink) }
search { position: relative; margin-left: auto; flex: 0 1 17rem }
search label { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%) }
search input:not([type=checkbox]) { min-height: 2.375rem; padding: .25rem .75rem; font-size: .9375rem }
#found { position: absolute; z-index: 2; right: 0; width: min(26rem, calc(100vw - 2rem)); max-height: 70vh; overflow: auto; margin: .375rem 0 0; padding: .375rem; list-style: none;
  background: var(--sheet); border: 1px solid var(--line); border-radius: 10px; box-shadow: 0 8px 30px light-dark(#0002, #0008) }
#found a, #found p { display: block; margin: 0; padding: .5rem .75rem; border-radius: 6px; text-decoration: none; font-size: .9375rem }
#found a:hover, #found a:focus-visible { background: color-mix(in oklab, var(--ink) 8%, transparent) }
#found span { display: block; color: var(--quiet); font-size: .8125rem }

.docs { display: grid; gap: 0 3rem; grid-template-columns: minmax(0, 1fr) }
.docs article { min-width: 0; max-width: 46rem; overflow-wrap: break-word }
.docs h1 { font-size: 2.125rem; margin: 1.25rem 0 1rem }
.docs h2 { font-size: 1.375rem; letter-spacing: -.01em; margin: 2.75rem 0 .75rem; scroll-margin-top: 1rem; position: relative }
.docs h3 { font-size: 1.0625rem; font-weight: 620; line-height: 1.35; margin: 2rem 0 .5rem; scroll-margin-top: 1rem; position: relative }
.docs :target { color: var(--accent) }
.docs .anchor { position: absolute; right: 100%; padding-right: .4rem; color: var(--quiet); text-decoration: none; font-weight: 400; opacity: 0 }
.docs :is(h2, h3):hover .anchor, .docs .anchor:focus-visible { opacity: 1 }
.docs article :is(ul, ol) { padding-left: 1.375rem; margin: 0 0 1rem }
.docs li { margin: .25rem 0 }
.docs li::marker { color: var(--quiet) }
.docs article a { text-decoration-color: var(--accent) }
.docs :not(pre) > code { background: color-mix(in oklab, var(--ink) 7%, transparent); border-radius: 4px; padding: .1em .3em; overflow-wrap: anywhere }
.docs h3 code { background: none !important; padding: 0 !important }
.docs blockquote { margin: 1.25rem 0; padding: .875rem 1.125rem; border-left: 3px solid var(--accent); background: var(--sheet); border-radius: 0 8px 8px 0 }
.docs blockquote > :last-child { margin-bottom: 0 }
.docs hr { border: 0; border-top: 1px solid var(--line); margin: 2rem 0 }

.block { position: relative; margin: 1.25rem 0; border: 1px solid var(--line); border-radius: 10px; background: var(--sheet); overflow: hidden }
.block figcaption { display: flex; align-items: center; justify-content: space-between; min-height: 2.25rem; padding: 0 .375rem 0 1rem; font-size: .8125rem; color: var(--quiet); border-bottom: 1px solid var(--line) }
.block button { min-height: 1.75rem; padding: 0 .625rem; font-size: .8125rem; font-weight: 540; color: var(--quiet); background: none; border-color: transparent }
.block button:hover { color: var(--ink); background: color-mix(in oklab, var(--ink) 8%, transparent) }
.block pre { margin: 0; padding: .875rem 1rem; overflow-x: auto; tab-size: 2 }
.block pre:focus-visible, .table:focus-visible { outline-offset: -3px }
.block code { font-size: .84375rem; line-height: 1.6 }
.block i { font-style: normal; color: var(--quiet) }

.table { overflow-x: auto; margin: 1.25rem 0; border: 1px solid var(--line); border-radius: 10px; background: var(--sheet) }
.table table { border-collapse: collapse; width: 100%; font-size: .9375rem }
.table :is(th, td) { text-align: left; vertical-align: top; padding: .5rem 1rem; border-top: 1px solid var(--line) }
.table th { border-top: 0; font-weight: 600; font-size: .875rem; color: var(--quiet); white-space: nowrap }
.table td:first-child { min-width: 8rem }
.table td:first-child code { overflow-wrap: normal }

.contents, .guides { font-size: .9375rem }
.contents p, .guides p { margin: 0 0 .25rem; font-weight: 600; font-size: .8125rem; color: var(--quiet) }
.contents ul, .guides ul { list-style: none; margin: 0 0 1.25rem; padding: 0 }
.docs :is(.contents, .guides) li { margin: 0 }
:is(.contents, .guides) a { display: block; padding: .3125rem 0; text-decoration: none; color: var(--quiet) }
:is(.contents, .guides) a:hover { color: var(--ink) }
.guides a { padding-inline: .75rem; margin-inline: -.75rem; border-radius: 8px }
.guides a[aria-current] { color: var(--ink); font-weight: 560; background: color-mix(in oklab, var(--ink) 8%, transparent) }
.guides { border-top: 1px solid var(--line); margin-top: 3rem; padding-top: 2rem }
.contents { display: none }

.docs footer { display: grid; grid-template-columns: 1fr 1fr; gap: 1rem; margin-top: 4rem }
.docs footer p { grid-column: 1 / -1; margin: 0 }
.neighbour { display: block; padding: .875rem 1.125rem; border: 1px solid var(--line); border-radius: 10px; background: var(--sheet); font-weight: 580; text-decoration: none }
.neighbour:hover { border-color: var(--edge) }
.neighbour span { display: block; font-size: .8125rem; font-weight: 400; color: var(--quiet) }
.neighbour.next { grid-column: 2; text-align: right }

.front article { max-width: none }
.lead { font-size: 1.125rem; color: var(--quiet); max-width: 44rem }
.front .cards { margin: .75rem 0 0; padding: 0 }
.front .cards li { margin: 0; display: grid }
.front .cards a { text-decoration: none }
.front .cards a:hover { border-color: var(--edge) }
.front .cards strong { display: block; font-weight: 620; margin-bottom: .25rem }
.front .cards span { display: block; color: var(--quiet); font-size: .9375rem }
.front .cards span::first-letter { text-transform: uppercase }

@media (max-width: 40rem) { search { flex: 1 1 100% } }
@media (min-width: 56rem) {
  .docs:not(.front) { grid-template-columns: 13rem minmax(0, 1fr); grid-template-areas: 'guides text' }
  .docs article { grid-area: text }
  .front article { grid-area: auto }
  .guides { grid-area: guides; border: 0; margin: 0; padding: 1.5rem .75rem 2rem; margin-left: -.75rem; position: sticky; top: 0; align-self: start; max-height: 100vh; overflow-y: auto }
}
@media (min-width: 78rem) {
  .docs:not(.front) { grid-template-columns: 13rem minmax(0, 1fr) 14rem; grid-template-areas: 'guides text contents' }
  .contents { display: block; grid-area: contents; padding-top: 1.5rem; position: sticky; top: 0; align-self: start; max-height: 100vh; overflow-y: auto }
}
`
