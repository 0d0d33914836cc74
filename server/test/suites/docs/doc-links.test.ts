// Every link in the documents and on the served pages resolves; for links to other sites, the form is checked.
import assert from 'node:assert/strict'
import { existsSync } from 'node:fs'
import { dirname, join, normalize } from 'node:path'
import { test } from 'node:test'
import type { Nodes, Root } from 'mdast'
import { root } from '../../../../scripts/lib/repository.ts'
import { parseMarkdown, slug } from '../../../src/surfaces/docs/markdown.ts'
import { startWorld } from '../../worlds/world.ts'
import { documents, readDocument } from './doc-blocks.ts'

const texts = documents('*.md', 'docs/**/*.md', 'sdk/**/*.md', 'cli/**/*.md')
const world = await startWorld()

for (const document of texts) {
  test(`the links of ${document} resolve`, () => {
    const broken = linksOf(parsed(document)).filter((url) => !leadsSomewhere(document, url))
    assert.deepEqual(broken, [])
  })
}

test('the test finds documents', () => {
  for (const expected of ['README.md', 'CONTRIBUTING.md', 'docs/architecture.md', 'docs/guides/start.md'])
    assert.ok(texts.includes(expected), expected)
})

const trees = new Map<string, Root>()

/** Parses each document once: links lead to the same few. */
function parsed(document: string): Root {
  const tree = trees.get(document) ?? parseMarkdown(readDocument(document))
  trees.set(document, tree)
  return tree
}

function linksOf(node: Nodes): string[] {
  const own = 'url' in node ? [node.url] : []
  return [...own, ...('children' in node ? node.children.flatMap(linksOf) : [])]
}

function leadsSomewhere(document: string, url: string): boolean {
  if (/^https?:/.test(url)) return wellFormed(url)
  const [path, anchor] = url.split('#') as [string, string | undefined]
  const target = path === '' ? document : normalize(join(dirname(document), path))
  if (target.startsWith('..') || !existsSync(join(root, target))) return false
  return anchor === undefined || anchorsOf(target).has(anchor)
}

/** Links to other sites use https and no example domain. */
function wellFormed(url: string): boolean {
  const parsed = URL.parse(url)
  return (
    parsed !== null &&
    (parsed.protocol === 'https:' || parsed.hostname === 'localhost') &&
    parsed.hostname.includes('.')
  )
}

function anchorsOf(document: string): Set<string> {
  const titles = parsed(document).children.filter((node) => node.type === 'heading')
  return new Set(titles.map((node) => slug(textOf(node))))
}

function textOf(node: Nodes): string {
  if ('value' in node) return node.value
  return 'children' in node ? node.children.map(textOf).join('') : ''
}

type Found = { status: number; type: string; body: string }

test('every link of the served docs resolves: pages, anchors, scripts, images', async () => {
  const pages = new Map<string, Found>()
  const waiting = ['/docs', '/llms.txt']
  const broken: string[] = []
  for (let path = waiting.pop(); path !== undefined; path = waiting.pop()) {
    const page = await fetchPage(path)
    pages.set(path, page)
    if (page.status !== 200) broken.push(`${path} ${page.status}`)
    const next = references(path, page).map(({ pathname }) => pathname)
    waiting.push(...next.filter((one) => !pages.has(one) && !waiting.includes(one)))
  }
  for (const [path, page] of pages) {
    for (const { pathname, hash } of references(path, page)) {
      const target = pages.get(pathname)!
      if (hash !== '' && !target.body.includes(` id="${decodeURIComponent(hash.slice(1))}"`))
        broken.push(`${path} → ${pathname}${hash}`)
    }
  }
  assert.deepEqual(broken, [])
  const guides = documents('docs/guides/*.md').map((path) =>
    path.replace(/^docs\/guides\/(.*)\.md$/, '/docs/$1'),
  )
  const missing = guides.filter(
    (path) => path !== '/docs/README' && !(pages.has(path) && pages.has(`${path}.md`)),
  )
  assert.deepEqual(missing, [], 'a guide is not in the index')
  for (const path of [
    '/docs/api',
    '/docs/settings',
    '/openapi.json',
    '/docs/assets/reader.js',
    '/favicon.svg',
  ])
    assert.ok(pages.has(path), path)
})

async function fetchPage(path: string): Promise<Found> {
  const response = await fetch(world.url + path)
  return {
    status: response.status,
    type: response.headers.get('content-type') ?? '',
    body: await response.text(),
  }
}

/** The path of a link to this server. With PORT=0, BASE_URL does not contain the port. */
function references(path: string, { type, body }: Found): URL[] {
  const own = path.startsWith('/docs') || path === '/llms.txt'
  const pattern = type.startsWith('text/html')
    ? /(?:href|src)="([^"]+)"/g
    : /\]\((http:\/\/localhost[^)]*)\)/g
  if (!own || !/^text\/(html|plain)/.test(type)) return []
  return [...body.matchAll(pattern)]
    .map(
      ([, url]) =>
        new URL(url!.replaceAll('&amp;', '&').replace('http://localhost:0', world.url), world.url + path),
    )
    .filter(({ origin }) => origin === world.url)
}
