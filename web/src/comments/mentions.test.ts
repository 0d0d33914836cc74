import assert from 'node:assert/strict'
import { test } from 'node:test'
import { matching, mentionAt, textParts } from './mentions.ts'

test('the name being typed after @ is found', () => {
  assert.deepEqual(mentionAt('hello @an', 9), { start: 6, query: 'an' })
  assert.deepEqual(mentionAt('@', 1), { start: 0, query: '' })
  assert.deepEqual(mentionAt('@ann l', 6), { start: 0, query: 'ann l' })
  assert.equal(mentionAt('mail me: ann@example.com', 24), undefined)
  assert.equal(mentionAt('@ann lee is here', 16), undefined)
  assert.equal(mentionAt('@ann', 0), undefined)
})

test('a member is found by any word of the name', () => {
  const people = [{ name: 'Ann Lee' }, { name: 'Bo' }, { name: 'Leena' }]
  assert.deepEqual(
    matching(people, 'le').map(({ name }) => name),
    ['Ann Lee', 'Leena'],
  )
})

test('a text is split into mentions, links and plain text', () => {
  assert.deepEqual(textParts('@Ann Lee and @Anna: see https://a.example/x?y=1.', ['Ann', 'Ann Lee']), [
    { kind: 'mention', text: '@Ann Lee' },
    { kind: 'text', text: ' and @Anna: see ' },
    { kind: 'link', text: 'https://a.example/x?y=1' },
    { kind: 'text', text: '.' },
  ])
  assert.deepEqual(textParts('javascript:alert(1) a@Ann', ['Ann']), [
    { kind: 'text', text: 'javascript:alert(1) a@Ann' },
  ])
  assert.deepEqual(textParts('@a.b (c)', ['a.b (c)']), [{ kind: 'mention', text: '@a.b (c)' }])
})

test('names with regular-expression characters are found', () => {
  for (const name of ['Anne-Marie', 'A/B', 'C++ (Dev)', '[x]{2}|$^.*\\', "O'Hara"])
    assert.deepEqual(textParts(`Hi @${name} !`, [name, 'Bo'])[1], { kind: 'mention', text: `@${name}` })
})
