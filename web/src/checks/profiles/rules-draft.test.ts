import assert from 'node:assert/strict'
import { test } from 'node:test'
import { builtInProfiles } from '../../../../server/src/media/checks/built-in-profiles.ts'
import { CheckRules } from '../../../../server/src/media/checks/profile.ts'
import { checkRules } from '../../generated/check-rules.ts'
import { draftOf, jsonOf, type RulesDraft, readDraft, readJson, summaryOf } from './rules-draft.ts'

const change = (draft: RulesDraft, rule: string, field: string, text: string): RulesDraft => ({
  ...draft,
  [rule]: { ...draft[rule]!, fields: { ...draft[rule]!.fields, [field]: text } },
})

test('every built-in check profile is the same after it was opened in the editor, and as JSON', () => {
  for (const [id, { rules }] of Object.entries(builtInProfiles)) {
    const read = readDraft(draftOf(rules))
    assert.deepEqual([read.errors, read.rules], [{}, rules], id)
    const json = readJson(jsonOf(rules))
    assert.ok('draft' in json)
    assert.deepEqual(readDraft(json.draft).rules, rules, id)
  }
})

test('a rule that is switched on has values that the server accepts, except for lists, which ask for one', () => {
  const off = draftOf({})
  for (const rule of checkRules) {
    const { rules, errors } = readDraft({ ...off, [rule.name]: { ...off[rule.name]!, level: 'WARNING' } })
    const lists = rule.fields.filter(({ kind, required }) => required && kind === 'texts')
    assert.deepEqual(
      Object.keys(errors),
      lists.map(({ name }) => `${rule.name}.${name}`),
    )
    if (lists.length === 0) assert.ok(CheckRules.safeParse(rules).success, JSON.stringify(rules))
  }
})

test('numbers are read as people type them, and refused out of range', () => {
  const draft = draftOf({ loudness: { level: 'PROBLEM', target: -23, tolerance: 1 } })
  const read = (field: string, text: string) => {
    const { rules, errors } = readDraft(change(draft, 'loudness', field, text))
    return errors[`loudness.${field}`] ?? rules.loudness![field]
  }
  assert.equal(read('target', '-23,5'), -23.5)
  assert.equal(read('target', ' −14 '), -14)
  assert.equal(read('target', '-'), 'Enter a number.')
  assert.equal(read('target', ''), 'Enter a number.')
  assert.equal(read('target', '3'), 'From −70 to 0.')
})

test('a part of 1 is shown as a percentage', () => {
  const draft = draftOf({ levels: { level: 'PROBLEM', share: 0.07 } })
  assert.equal(draft.levels!.fields.share, '7')
  assert.equal(readDraft(change(draft, 'levels', 'share', '1.1')).rules.levels!.share, 0.011)
  assert.equal(readDraft(change(draft, 'levels', 'share', '101')).errors['levels.share'], 'From 0 to 100.')
})

test('lists are separated by commas, and sizes have their form', () => {
  const draft = draftOf({ size: { level: 'INFO', sizes: ['1x1'] } })
  const read = (text: string) => {
    const { rules, errors } = readDraft(change(draft, 'size', 'sizes', text))
    return errors['size.sizes'] ?? rules.size!.sizes
  }
  assert.deepEqual(read('1920x1080, 1280x720,,1920x1080 '), ['1920x1080', '1280x720'])
  assert.equal(read('1080p'), '“1080p” is not in the form of 1920x1080.')
  assert.equal(read(' , '), 'Name at least one.')
})

test('JSON with a mistake says what is wrong', () => {
  const errorOf = (text: string) => (readJson(text) as { error: string }).error
  assert.match(errorOf('{'), /^This is not JSON/)
  assert.equal(errorOf('[]'), 'Rules are a JSON object.')
  assert.equal(errorOf('{"blue":{}}'), 'There is no rule “blue”.')
  assert.match(errorOf('{"black":{"level":"OFF","seconds":1}}'), /^The level of “black”/)
  assert.equal(errorOf('{"black":{"level":"INFO"}}'), '“black” needs “seconds”.')
  assert.equal(errorOf('{"black":{"level":"INFO","seconds":"1"}}'), '“black.seconds” has the wrong type.')
  assert.equal(
    errorOf('{"black":{"level":"INFO","seconds":1,"minutes":1}}'),
    '“black” has no field “minutes”.',
  )
})

test('a summary counts the rules of each level', () => {
  assert.equal(summaryOf({}), 'No rules')
  const rules = { clipping: { level: 'PROBLEM' }, bars: { level: 'INFO' }, levels: { level: 'PROBLEM' } }
  assert.equal(summaryOf(rules), '3 rules: 2 as problem, 1 as info')
})
