// React reports two siblings with the same key only in development. In the production build one of them is never
// removed after the next change. So outside of lists a key is allowed only where no sibling can have one too.
import assert from 'node:assert/strict'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { parseAst } from 'vite'

const source = new URL('../src', import.meta.url).pathname

/** A node of the syntax tree, with the fields that this check reads. */
type Node = {
  type: string
  start: number
  end: number
  name?: string | Node
  openingElement?: { name: Node; attributes: Node[] }
  children?: Node[]
  expression?: Node
  consequent?: Node
  alternate?: Node
  right?: Node
}

function hasKey({ openingElement }: Node): boolean {
  return openingElement?.attributes.some(({ name }) => (name as Node)?.name === 'key') ?? false
}

/** The elements that a child yields, except for those of lists: their keys are compared within the list. */
function elementsOf(node: Node | undefined): Node[] {
  if (!node) return []
  if (node.type === 'JSXElement') return [node]
  if (node.type === 'ConditionalExpression')
    return [...elementsOf(node.consequent), ...elementsOf(node.alternate)]
  if (node.type === 'LogicalExpression') return elementsOf(node.right)
  return elementsOf(node.expression)
}

const isChildren = ({ expression }: Node) => expression?.name === 'children'

/** The places where siblings could share a key. */
function findClashes(text: string): string[] {
  const found: string[] = []
  const visit = (node: Node): void => {
    if (node.type === 'JSXElement' || node.type === 'JSXFragment') {
      const keyed = node.children!.filter((child) => elementsOf(child).some(hasKey))
      const others = node.children!.filter(isChildren)
      const tag = String(node.openingElement?.name.name ?? '')
      // A component may render its children beside keyed elements of its own; contexts and Suspense render nothing
      // themselves.
      const isForeign = /^[A-Z]/.test(tag) && !/(Context|Suspense)$/.test(tag)
      if (keyed.length > 0 && (keyed.length + others.length > 1 || isForeign))
        found.push(text.slice(keyed[0]!.start, keyed[0]!.end).split('\n')[0]!)
    }
    for (const value of Object.values(node).flat())
      if (typeof value === 'object' && value !== null && 'type' in value) visit(value as Node)
  }
  visit(parseAst(text, { lang: 'tsx' }) as unknown as Node)
  return found
}

test('the check finds keyed siblings and keyed children of components', () => {
  assert.equal(findClashes('const a = <div><A key={a} /><B key={b} /></div>').length, 1)
  assert.equal(findClashes('const a = <div>{children}<B key={b} /></div>').length, 1)
  assert.equal(findClashes('const a = <div><A key={a} />{open && <B key={b} />}</div>').length, 1)
  assert.equal(findClashes('const a = <Stage><A key={a} /></Stage>').length, 1)
  assert.deepEqual(findClashes('const a = <div><A key={a} />{all.map((b) => <C key={b} />)}</div>'), [])
})

test('outside of lists no two siblings can share a key', () => {
  const pages = readdirSync(source, { recursive: true, encoding: 'utf8' })
    .filter((path) => path.endsWith('.tsx'))
    .map((path) => [path, readFileSync(join(source, path), 'utf8')] as const)
  assert.ok(pages.length > 100)
  assert.deepEqual(
    pages.flatMap(([path, text]) => findClashes(text).map((clash) => `${path}: ${clash}`)),
    [],
  )
})
