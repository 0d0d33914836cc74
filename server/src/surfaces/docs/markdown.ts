// Markdown → HTML for the guides. Markdown that the guides do not use is refused instead of rendered, raw HTML above all.
import type { Code, Heading, List, Nodes, Root, Table } from 'mdast'
import { fromMarkdown } from 'mdast-util-from-markdown'
import { gfmFromMarkdown } from 'mdast-util-gfm'
import { toString as plainText } from 'mdast-util-to-string'
import { gfm } from 'micromark-extension-gfm'
import { Html, html } from '../../core/html.ts'

/** A heading and the text below it, for the table of contents and the search. */
export type Section = { depth: number; id: string; title: string; text: string }

export type Rendered = { body: Html; sections: Section[] }

/** The address on the page for a link of the Markdown. */
export type LinkTarget = (url: string) => string

export function parseMarkdown(markdown: string): Root {
  return fromMarkdown(markdown, { extensions: [gfm()], mdastExtensions: [gfmFromMarkdown()] })
}

export function renderMarkdown(root: Root, target: LinkTarget): Rendered {
  const sections: Section[] = []
  const ids = new Map<Heading, string>()
  for (const node of root.children) {
    if (node.type === 'heading') {
      const id = unusedId(plainText(node), sections)
      ids.set(node, id)
      sections.push({ depth: node.depth, id, title: plainText(node), text: '' })
    } else {
      const section = sections.at(-1)
      if (section) section.text = `${section.text} ${plainText(node)}`.trim()
    }
  }
  const render = renderer(target, ids)
  return { body: new Html(root.children.map((node) => render(node).text).join('\n')), sections }
}

/** As code-hosting pages make them, so that a link with an anchor works in both places. */
export function slug(title: string): string {
  return title
    .toLowerCase()
    .replace(/[^\p{L}\p{N}\s_-]/gu, '')
    .replaceAll(' ', '-')
}

function unusedId(title: string, sections: Section[]): string {
  const base = slug(title)
  const used = new Set(sections.map(({ id }) => id))
  if (!used.has(base)) return base
  let number = 1
  while (used.has(`${base}-${number}`)) number++
  return `${base}-${number}`
}

function renderer(target: LinkTarget, ids: Map<Heading, string>): (node: Nodes) => Html {
  const all = (nodes: Nodes[]) => nodes.map(render)
  function render(node: Nodes): Html {
    switch (node.type) {
      case 'text':
        return html`${node.value}`
      case 'inlineCode':
        return html`<code>${node.value}</code>`
      case 'emphasis':
        return html`<em>${all(node.children)}</em>`
      case 'strong':
        return html`<strong>${all(node.children)}</strong>`
      case 'break':
        return html`<br>`
      case 'link':
        return html`<a href="${safeUrl(target(node.url))}">${all(node.children)}</a>`
      case 'paragraph':
        return html`<p>${all(node.children)}</p>`
      case 'blockquote':
        return html`<blockquote>${all(node.children)}</blockquote>`
      case 'thematicBreak':
        return html`<hr>`
      case 'heading':
        return heading(node, ids.get(node), all(node.children))
      case 'code':
        return codeBlock(node)
      case 'list':
        return list(node, render)
      case 'table':
        return table(node, render)
      default:
        throw new Error(`the docs do not render "${node.type}"${place(node)}`)
    }
  }
  return render
}

function heading({ depth }: Heading, id: string | undefined, words: Html[]): Html {
  // The title needs no anchor: it is where the page begins.
  if (depth === 1) return html`<h1>${words}</h1>`
  const tag = new Html(`h${depth}`)
  return html`<${tag} id="${id}"><a class="anchor" href="#${id}" aria-label="Link to this section">#</a>${words}</${tag}>`
}

/** Blocks scroll sideways on their own, so the keyboard must be able to reach them. */
function codeBlock({ lang, value }: Code): Html {
  return html`<figure class="block"><figcaption>${languages[lang ?? ''] ?? lang ?? 'Text'}</figcaption><pre tabindex="0"><code>${highlight(value, lang)}</code></pre></figure>`
}

const languages: Record<string, string> = {
  sh: 'Shell',
  console: 'Terminal',
  ts: 'TypeScript',
  json: 'JSON',
  http: 'HTTP',
  python: 'Python',
  php: 'PHP',
  go: 'Go',
  ini: 'Unit file',
  nginx: 'nginx',
  caddy: 'Caddyfile',
  yaml: 'YAML',
  toml: 'TOML',
  text: 'Text',
}

const hashComments = new Set(['sh', 'python', 'nginx', 'caddy', 'yaml', 'ini', 'toml'])
const slashComments = new Set(['ts', 'php', 'go'])

/** Comments are dimmed; at this length the code needs no other colours. */
function highlight(code: string, lang: string | null | undefined): Html[] {
  const comment = hashComments.has(lang ?? '')
    ? /((?:^|[ \t])# .*)$/m
    : slashComments.has(lang ?? '')
      ? /((?:^|[ \t])\/\/ .*)$/m
      : undefined
  if (!comment) return [html`${code}`]
  const pieces = code.split(new RegExp(comment.source, 'gm'))
  return pieces.map((piece, i) => (i % 2 === 1 ? html`<i>${piece}</i>` : html`${piece}`))
}

function list(node: List, render: (node: Nodes) => Html): Html {
  const items = node.children.map((item) => {
    // A tight item is a line, not a paragraph.
    const [first, ...rest] = item.children
    const line =
      !node.spread && first?.type === 'paragraph' ? first.children.map(render) : first && render(first)
    return html`<li>${line}${rest.map(render)}</li>`
  })
  return node.ordered ? html`<ol>${items}</ol>` : html`<ul>${items}</ul>`
}

function table({ children: [head, ...rows] }: Table, render: (node: Nodes) => Html): Html {
  const cells = (row: typeof head, tag: Html) =>
    row!.children.map((cell) => html`<${tag}>${cell.children.map(render)}</${tag}>`)
  return html`<div class="table" tabindex="0"><table><thead><tr>${cells(head, new Html('th'))}</tr></thead>
<tbody>${rows.map((row) => html`<tr>${cells(row, new Html('td'))}</tr>`)}</tbody></table></div>`
}

function safeUrl(url: string): string {
  if (/^(https?:\/\/|\/(?!\/)|#)/.test(url)) return url
  throw new Error(`the docs do not link to "${url}"`)
}

function place({ position }: Nodes): string {
  return position ? `, at line ${position.start.line}` : ''
}
