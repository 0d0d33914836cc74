// Every decision follows the template and is listed in the index with its title and status.
import assert from 'node:assert/strict'
import { basename } from 'node:path'
import { test } from 'node:test'
import { documents, readDocument } from './doc-blocks.ts'

const decisions = documents('docs/decisions/[0-9]*.md')
const link = String.raw`\[\d+\]\(\d{4}-[a-z0-9-]+\.md\)`
const links = `${link}(?:, ${link})*(?: and ${link})?`
const statusForm = new RegExp(`^accepted(?:; extended by ${links})?$|^(?:partly )?superseded by ${links}$`)

test('decisions are numbered without gaps', () => {
  assert.deepEqual(
    decisions.map((path) => Number(basename(path).slice(0, 4))),
    decisions.map((_, i) => i + 1),
  )
})

for (const path of decisions) {
  test(`${basename(path)} follows the template`, () => {
    const { number, title, status } = head(path)
    assert.equal(number, Number(basename(path).slice(0, 4)))
    assert.ok(title)
    assert.match(status, statusForm)
    for (const [, other, target] of status.matchAll(/\[(\d+)\]\((\S+?)\)/g)) {
      assert.ok(Number(other) > number, `${other} is not later`)
      assert.equal(Number(target!.slice(0, 4)), Number(other))
    }
    const sections = [...readDocument(path).matchAll(/^## (.*)$/gm)].map(([, name]) => name)
    assert.deepEqual(sections, ['Context', 'Decision', 'Consequences'])
  })
}

test('the index lists every decision in order, with its title, one line about it and its status', () => {
  const rows = [
    ...readDocument('docs/decisions/README.md').matchAll(
      /^\| \[(\d+)\. (.*?)\]\((\d{4}\S+?)\) \| (.+?) \| (.+?) \|$/gm,
    ),
  ]
  assert.deepEqual(
    rows.map(([, number, title, file, , status]) => ({ number: Number(number), title, file, status })),
    decisions.map((path) => ({ ...head(path), file: basename(path) })),
  )
})

/** The first lines of a decision: `# 7. A title`, an empty line, `Status: accepted`. */
function head(path: string): { number: number; title: string; status: string } {
  const match = /^# (\d+)\. (.+)\n\nStatus: (.+)\n\n/.exec(readDocument(path))
  assert.ok(match, `${path} does not begin with a numbered title and a status`)
  return { number: Number(match[1]), title: match[2]!, status: match[3]! }
}
