import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'
import { builtInProfiles } from './built-in-profiles.ts'
import { describeRules } from './describe-rules.ts'
import { ruleTexts } from './rule-texts.ts'

const rules = describeRules()

test('every rule and every field of the schema has a text, and every text a rule', () => {
  const missing = rules.flatMap(({ name, fields }) =>
    ruleTexts[name] === undefined
      ? [name]
      : fields
          .filter((field) => ruleTexts[name]!.fields?.[field.name] === undefined)
          .map((field) => `${name}.${field.name}`),
  )
  assert.deepEqual(missing, [], 'add these in server/src/media/checks/rule-texts.ts')
  const stale = Object.entries(ruleTexts).flatMap(([name, { fields = {} }]) => {
    const rule = rules.find((one) => one.name === name)
    if (!rule) return [name]
    return Object.keys(fields).filter((field) => rule.fields.every((one) => one.name !== field))
  })
  assert.deepEqual(stale, [])
})

test('a number has a unit, and its default is within its limits', () => {
  for (const { name, fields } of rules)
    for (const { name: field, kind, unit, default: standard, least, most } of fields) {
      if (kind !== 'number') continue
      assert.notEqual(unit, null, `${name}.${field}`)
      if (typeof standard === 'number')
        assert.ok(standard >= (least ?? standard) && standard <= (most ?? standard), `${name}.${field}`)
    }
})

test('the guide names every built-in check profile', () => {
  const guide = readFileSync(new URL('../../../../docs/guides/check-profiles.md', import.meta.url), 'utf8')
  for (const [id, { name }] of Object.entries(builtInProfiles))
    assert.ok(guide.includes(`| \`${id}\` | ${name} |`), id)
})
