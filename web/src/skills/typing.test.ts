import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { noDetails, parseDetails, typedDetails, wrongPair } from './details.ts'
import { countWords, type Edit, indent, outdent } from './typing.ts'

const apply = (text: string, edit: Edit) => text.slice(0, edit.from) + edit.text + text.slice(edit.to)

test('Tab indents at the caret, or all lines of a selection', () => {
  assert.equal(apply('ab', indent('ab', 1, 1)), 'a  b')
  const text = 'one\ntwo\n\nthree'
  const edit = indent(text, 1, 6)
  assert.equal(apply(text, edit), '  one\n  two\n\nthree')
  assert.equal(apply(text, edit).slice(edit.start, edit.end), 'ne\n  tw')
  assert.equal(apply('a\nb\n', indent('a\nb\n', 0, 2)), '  a\nb\n')
  assert.equal(apply('  a\n\tb\n c', outdent('  a\n\tb\n c', 0, 9)), 'a\nb\nc')
  assert.equal(apply('  a', outdent('  a', 1, 1)), 'a')
})

test('outdenting undoes indenting, and a selection stays within the text', () => {
  const texts = fc.array(fc.constantFrom('', 'a', 'b c', 'word'), { minLength: 2, maxLength: 8 })
  fc.assert(
    fc.property(texts, fc.nat(), fc.nat(), (lines, x, y) => {
      const text = lines.join('\n')
      const [start, end] = [x % (text.length + 1), y % (text.length + 1)].sort((a, b) => a - b) as [
        number,
        number,
      ]
      if (!text.slice(start, end).includes('\n')) return
      const edit = indent(text, start, end)
      const indented = apply(text, edit)
      assert.ok(edit.start <= edit.end && edit.end <= indented.length)
      const back = outdent(indented, edit.start, edit.end)
      assert.equal(apply(indented, back), text)
      assert.ok(back.start >= 0 && back.end <= text.length)
    }),
  )
})

test('typed details are parsed, and formatted back to the same text', () => {
  const typed = {
    ...noDetails,
    name: ' Notes ',
    description: 'How',
    allowedTools: 'list_files\n\n get_file ',
    metadata: 'owner: Ann: the first\nempty:',
  }
  const details = parseDetails(typed)
  assert.deepEqual(details, {
    name: 'Notes',
    description: 'How',
    license: null,
    allowedTools: ['list_files', 'get_file'],
    metadata: { owner: 'Ann: the first', empty: '' },
  })
  const skill = {
    ...details,
    id: 'SK',
    source: 'WORKSPACE' as const,
    default: null,
    versions: [],
    proposal: null,
    createdAt: '',
    updatedAt: '',
  }
  assert.deepEqual(parseDetails(typedDetails(skill)), details)
  assert.equal(wrongPair('a: b\nno colon'), 'no colon')
  assert.equal(wrongPair(': x'), ': x')
  assert.equal(wrongPair('a: b\n\n'), undefined)
})

test('words are counted in any script', () => {
  assert.equal(countWords("# It's a *well-known* fact: 24 fps, über — всё"), 8)
  assert.equal(countWords(' \n'), 0)
})
