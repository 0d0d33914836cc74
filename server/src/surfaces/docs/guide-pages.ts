// The pages of the guides: navigation on the left, the text, and the table of contents on the right.
import { setImmediate } from 'node:timers/promises'
import { type Html, html } from '../../core/html.ts'
import { makeSheet, type Page } from '../page-layout.ts'
import type { Guide, Guides } from './guides.ts'
import type { Section } from './markdown.ts'
import { guideStyle } from './style.ts'

export const readerScript = '/docs/assets/reader.js'

const sheet = makeSheet(guideStyle)

/** The top bar of the docs. The search field appears when the script runs. */
export const docsBar = html`<nav class="places" aria-label="Docs"><a href="/docs">Guides</a><a href="/docs/api">API reference</a></nav>
<search hidden><label for="search">Search the guides</label><input id="search" type="search" placeholder="Search the guides" autocomplete="off" aria-controls="found"><ul id="found" hidden></ul></search>`

export function indexPage(guides: Guides): Page {
  const groups = guides.groups.map(
    ({ title, guides: members }) =>
      html`<section><h2>${title}</h2><ul class="cards">${members.map(card)}</ul></section>`,
  )
  const body = html`<div class="docs front"><article>
<h1>${guides.title}</h1><p class="lead">${guides.intro}</p>
${groups}
<section><h2>Reference</h2><ul class="cards">
<li><a class="sheet" href="/docs/api"><strong>API reference</strong><span>Every operation: its input, its responses, and who may call it.</span></a></li>
<li><a class="sheet" href="/openapi.json"><strong>OpenAPI document</strong><span>The same for programs, as OpenAPI 3.2.</span></a></li>
<li><a class="sheet" href="/llms.txt"><strong>For agents</strong><span>All guides as Markdown, listed in llms.txt.</span></a></li>
</ul></section></article></div>`
  return page(guides.title, body)
}

function card({ name, title, summary }: Guide): Html {
  return html`<li><a class="sheet" href="/docs/${name}"><strong>${title}</strong><span>${summary}</span></a></li>`
}

export function guidePage(guides: Guides, guide: Guide): Page {
  const at = guides.all.indexOf(guide)
  const { body: text, sections } = guide.render()
  const body = html`<div class="docs">
${contents(sections)}
<article>
${text}
<footer>${neighbour(guides.all[at - 1], 'Previous')}${neighbour(guides.all[at + 1], 'Next')}
<p class="quiet small"><a href="/docs/${guide.name}.md">This page as Markdown</a></p></footer>
</article>
${guideList(guides, guide)}
</div>`
  return page(guide.title, body)
}

function page(title: string, body: Html): Page {
  return { title, body, wide: true, sheet, bar: docsBar, script: readerScript }
}

function contents(sections: Section[]): Html | false {
  const entries = sections.filter(({ depth }) => depth === 2)
  if (entries.length < 2) return false
  const links = entries.map(({ id, title }) => html`<li><a href="#${id}">${title}</a></li>`)
  return html`<nav class="contents" aria-labelledby="contents"><p id="contents">On this page</p><ul>${links}</ul></nav>`
}

function guideList({ groups }: Guides, current: Guide): Html {
  const lists = groups.map(({ title, guides }) => {
    const links = guides.map(
      (guide) =>
        html`<li><a href="/docs/${guide.name}" ${guide === current && html`aria-current="page"`}>${guide.title}</a></li>`,
    )
    return html`<p>${title}</p><ul>${links}</ul>`
  })
  return html`<nav class="guides" aria-label="Guides">${lists}</nav>`
}

function neighbour(guide: Guide | undefined, word: string): Html | false {
  if (!guide) return false
  return html`<a class="neighbour ${word.toLowerCase()}" href="/docs/${guide.name}"><span>${word}</span>${guide.title}</a>`
}

/** Per section: the guide, the heading, its address, and its text. */
export async function searchIndex({ all }: Guides): Promise<string> {
  const entries: string[][] = []
  for (const { name, title, render } of all) {
    for (const section of render().sections) {
      const [heading, anchor] = section.depth === 1 ? ['', ''] : [section.title, `#${section.id}`]
      entries.push([title, heading, `/docs/${name}${anchor}`, section.text])
    }
    // Lets other requests run between two guides.
    await setImmediate()
  }
  return JSON.stringify(entries)
}
