import assert from 'node:assert/strict'
import { test } from 'node:test'
import { edited, readDraft, replaced } from './draft.ts'

const ann = '@[Ann Lee](user:01a1e5e6-9572-72f3-90ef-cfbb391f2602)'
const everyone = '@[everyone](review:everyone)'
const content = `Hi ${ann}, ${everyone}!`
const draft = readDraft(content)

/** Edits the text as a browser does: replaces a selection, after which the caret is behind the new text. */
function type(start: number, end: number, text: string) {
  const after = draft.text.slice(0, start) + text + draft.text.slice(end)
  return edited(draft, after, start + text.length)
}

test('the field shows names where the content has ids', () => {
  assert.equal(draft.text, 'Hi @Ann Lee, @everyone!')
  assert.deepEqual(
    draft.marks.map(({ start, end }) => [start, end]),
    [
      [3, 11],
      [13, 22],
    ],
  )
})

test('text around mentions changes, and the mentions stay', () => {
  assert.deepEqual(type(0, 2, 'Dear'), { content: `Dear ${ann}, ${everyone}!`, caret: 4 })
  assert.deepEqual(type(11, 11, ' x'), { content: `Hi ${ann} x, ${everyone}!`, caret: 13 })
  assert.deepEqual(type(23, 23, '?'), { content: `${content}?`, caret: 24 })
  assert.deepEqual(type(3, 3, 'a'), { content: `Hi a${ann}, ${everyone}!`, caret: 4 })
})

test('deleting one character of a mention deletes the mention', () => {
  const without = { content: `Hi , ${everyone}!`, caret: 3 }
  for (const [start, end] of [
    [10, 11],
    [3, 4],
    [6, 8],
    [3, 11],
  ] as const)
    assert.deepEqual(type(start, end, ''), without, `${start} to ${end}`)
  assert.deepEqual(type(9, 14, ''), { content: 'Hi !', caret: 3 })
})

test('typing inside a mention makes it plain text', () => {
  assert.deepEqual(type(7, 7, 'e'), { content: `Hi @Anne Lee, ${everyone}!`, caret: 8 })
  assert.deepEqual(type(5, 15, 'x'), { content: 'Hi @Axveryone!', caret: 6 })
})

test('a pasted mention becomes one', () => {
  const { content: pasted, caret } = type(0, 0, `${ann} `)
  assert.deepEqual([pasted, caret], [`${ann} ${content}`, 9])
})

test('an edit away from the caret is found', () => {
  assert.equal(edited(draft, 'Hey @Ann Lee, @everyone!', 0).content, `Hey ${ann}, ${everyone}!`)
  assert.equal(edited(draft, '', 0).content, '')
})

test('content is put in the place of a selection', () => {
  assert.deepEqual(replaced(draft, 0, 2, '👋'), { content: `👋 ${ann}, ${everyone}!`, caret: 2 })
  assert.deepEqual(replaced(readDraft('@An'), 0, 3, `${ann} `), { content: `${ann} `, caret: 9 })
})
