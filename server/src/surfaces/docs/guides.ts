// The guides: Markdown files that also read well in the repository, rendered when they are requested. Their index, README.md,
// lists them in order, with a sentence about each.
import { readFileSync } from 'node:fs'
import { toString as plainText } from 'mdast-util-to-string'
import { parseMarkdown, type Rendered, renderMarkdown, slug } from './markdown.ts'

export type Guide = {
  name: string
  title: string
  summary: string
  markdown: string
  /** Rendered at the first call: rendering all guides at once would block the server for half a second. */
  render(): Rendered
}

export type GuideGroup = { title: string; guides: Guide[] }

export type Guides = { title: string; intro: string; groups: GuideGroup[]; all: Guide[] }

const folder = new URL('../../../../docs/guides/', import.meta.url)
const settingsSection = 'Settings'

export function loadGuides(): Guides {
  const groups: GuideGroup[] = []
  const words: string[] = []
  for (const node of parseMarkdown(read('README.md')).children) {
    if (node.type === 'heading' && node.depth > 1) groups.push({ title: plainText(node), guides: [] })
    else if (node.type !== 'list') words.push(plainText(node))
    else {
      for (const item of node.children) {
        const [line] = item.children
        if (line?.type !== 'paragraph' || line.children[0]?.type !== 'link')
          throw new Error('an entry of docs/guides/README.md must be a link, a colon and a sentence about it')
        const [link, ...rest] = line.children
        const summary = rest
          .map((part) => plainText(part))
          .join('')
          .replace(/^: /, '')
        groups.at(-1)!.guides.push(loadGuide(link.url, plainText(link), summary))
      }
    }
  }
  const [title, intro] = words as [string, string]
  return { title, intro, groups, all: groups.flatMap(({ guides }) => guides) }
}

function loadGuide(url: string, title: string, summary: string): Guide {
  // The settings are in the README of the project, where a test keeps them complete.
  const name = url.startsWith('../../README.md#') ? slug(settingsSection) : url.replace(/\.md$/, '')
  const markdown = url.endsWith('.md') ? read(url) : settings()
  let rendered: Rendered | undefined
  const render = () => {
    rendered ??= renderMarkdown(parseMarkdown(markdown), pageOf)
    return rendered
  }
  return { name, title, summary, markdown, render }
}

function read(path: string): string {
  return readFileSync(new URL(path, folder), 'utf8')
}

function settings(): string {
  const [, after] = read('../../README.md').split(`\n## ${settingsSection}\n`)
  return `# ${settingsSection}\n${after!.split('\n## ')[0]}`
}

/** The page that a link between the files leads to. */
function pageOf(url: string): string {
  if (url === '../../spec/openapi.json') return '/docs/api'
  if (url.startsWith('../../README.md#')) return `/docs/${url.slice('../../README.md#'.length)}`
  if (url === 'README.md') return '/docs'
  return url.replace(/^([\w-]+)\.md(?=#|$)/, '/docs/$1')
}
