// Converts Markdown to plain data for the Typst template. The tree has only the node types that the template
// handles, and text in it can only ever be text.
import type { Nodes, PhrasingContent, Root, RootContent, Table } from 'mdast'
import { fromMarkdown } from 'mdast-util-from-markdown'
import { gfmFromMarkdown } from 'mdast-util-gfm'
import { gfm } from 'micromark-extension-gfm'

export type TreeNode = { type: string; children?: TreeNode[] } & Record<string, unknown>

/** Deeper than anyone writes. The limit keeps the template's recursion far from Typst's own limit. */
const maxDepth = 12

export function documentTree(markdown: string): TreeNode[] {
  const root = fromMarkdown(markdown, { extensions: [gfm()], mdastExtensions: [gfmFromMarkdown()] })
  const definitions = new Map(
    root.children.flatMap((node) =>
      node.type === 'definition' ? [[node.identifier, node.url] as const] : [],
    ),
  )
  return convertAll(root.children, { definitions, depth: 0 })
}

/** The title of a document is its first heading. */
export function titleOf(tree: readonly TreeNode[]): string | undefined {
  const heading = tree.find(({ type }) => type === 'heading')
  return heading && (plainText(heading).trim() || undefined)
}

function plainText(node: TreeNode): string {
  if (typeof node.text === 'string') return node.text
  return (node.children ?? []).map(plainText).join('')
}

type Context = { definitions: ReadonlyMap<string, string>; depth: number }

function convertAll(nodes: readonly Nodes[], context: Context): TreeNode[] {
  const inside = { ...context, depth: context.depth + 1 }
  return nodes.flatMap((node) => convert(node, inside))
}

function convert(node: Nodes, context: Context): TreeNode | TreeNode[] {
  if (context.depth > maxDepth) return text(sourceText(node))
  const children = () => convertAll((node as Root).children, context)
  switch (node.type) {
    case 'text':
    case 'html': // Shown as it was written: nothing here renders HTML.
      return text(node.value.replaceAll(/\s*\n\s*/g, ' '))
    case 'inlineCode':
    case 'code':
      return { type: node.type, text: node.value }
    case 'heading':
      return { type: 'heading', depth: node.depth, children: children() }
    case 'list':
      return { type: 'list', ordered: node.ordered === true, start: node.start ?? 1, children: children() }
    case 'listItem':
      return { type: 'listItem', children: marked(checkMark(node.checked), children()) }
    case 'link':
      return link(node.url, children())
    case 'linkReference':
      return link(context.definitions.get(node.identifier) ?? '', children())
    case 'image':
      return { type: 'image', url: node.url, alt: node.alt ?? '' }
    case 'imageReference':
      return { type: 'image', url: context.definitions.get(node.identifier) ?? '', alt: node.alt ?? '' }
    case 'table':
      return table(node, context)
    case 'footnoteReference':
      return text(`[${node.identifier}]`)
    case 'footnoteDefinition':
      return marked(`[${node.identifier}] `, children())
    case 'break':
    case 'thematicBreak':
      return { type: node.type }
    case 'paragraph':
    case 'blockquote':
    case 'emphasis':
    case 'strong':
    case 'delete':
      return { type: node.type, children: children() }
    default:
      return []
  }
}

function text(value: string): TreeNode {
  return { type: 'text', text: value }
}

/** Creates a link only where the scheme is safe to follow; other links become plain text. */
function link(url: string, children: TreeNode[]): TreeNode | TreeNode[] {
  return /^(https?:\/\/|mailto:)\S+$/i.test(url) ? { type: 'link', url, children } : children
}

function checkMark(checked: boolean | null | undefined): string {
  if (typeof checked !== 'boolean') return ''
  return checked ? '☑ ' : '☐ '
}

/** A list mark belongs on the line of the content after it, so it is inserted into the first paragraph. */
function marked(mark: string, children: TreeNode[]): TreeNode[] {
  if (!mark) return children
  const [first, ...rest] = children
  if (first?.type !== 'paragraph') return [text(mark), ...children]
  return [{ ...first, children: [text(mark), ...(first.children ?? [])] }, ...rest]
}

function table(node: Table, context: Context): TreeNode {
  const columns = Math.max(...node.children.map((row) => row.children.length))
  const cells = node.children.flatMap((row) =>
    Array.from({ length: columns }, (_, column): TreeNode => {
      const content: PhrasingContent[] = row.children[column]?.children ?? []
      return { type: 'cell', children: convertAll(content, context) }
    }),
  )
  const align = Array.from({ length: columns }, (_, column) => node.align?.[column] ?? 'left')
  return { type: 'table', columns, align, children: cells }
}

/** The plain text of nodes that are nested too deep. */
function sourceText(node: Nodes | RootContent): string {
  if ('value' in node) return node.value
  return 'children' in node ? node.children.map(sourceText).join(' ') : ''
}
