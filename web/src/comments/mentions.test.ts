import assert from 'node:assert/strict'
import { test } from 'node:test'
import { matching, mentionAt, mentionsIn, textParts, withCurrentNames } from './mentions.ts'

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

const ann = '01a1e5e6-9572-72f3-90ef-cfbb391f2602'
const renamed = [{ id: ann, name: 'Ann Li', avatarUrl: null }]

test('a mention with an id is shown by the current name; without one, by the name in the text', () => {
  const content = `See @[Ann](user:${ann.toUpperCase()}), @[all](review:everyone) @Bo`
  const parts = (mentions: typeof renamed) => textParts(content, ['Bo'], mentions)
  assert.deepEqual(parts(renamed), [
    { kind: 'text', text: 'See ' },
    { kind: 'mention', text: '@Ann Li', id: ann },
    { kind: 'text', text: ', ' },
    { kind: 'mention', text: '@everyone', id: null },
    { kind: 'text', text: ' ' },
    { kind: 'mention', text: '@Bo' },
  ])
  assert.deepEqual(parts([])[1], { kind: 'mention', text: '@Ann', id: ann })
})

test('the text to edit has the current names', () => {
  const content = `@[Ann](user:${ann}) @[everyone](review:everyone) @[Bo](user:${ann.replace('0', '1')})`
  assert.equal(withCurrentNames({ content, mentions: renamed }), content.replace('[Ann]', '[Ann Li]'))
  assert.equal(withCurrentNames({ content: null, mentions: [] }), '')
})

test('an unsent comment mentions the people in its text', () => {
  assert.deepEqual(mentionsIn(`@[Ann](user:${ann}) @[everyone](review:everyone)`), {
    mentions: [{ id: ann, name: 'Ann', avatarUrl: null }],
    mentionsEveryone: true,
  })
  assert.deepEqual(mentionsIn(null), { mentions: [], mentionsEveryone: false })
})
