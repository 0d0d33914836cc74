import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { readSkillFrontMatter, SkillFrontMatterError, skillText } from './skill-front-matter.ts'

const read = (yaml: string) => readSkillFrontMatter(`---\n${yaml}\n---\n# Skill\n`)
const none = { checks: null, frames: [], questions: [] }

function refuses(yaml: string, message: RegExp): void {
  assert.throws(
    () => read(yaml),
    (error) => {
      assert.ok(error instanceof SkillFrontMatterError, String(error))
      assert.match(error.message, message)
      return true
    },
  )
}

test('a skill without front matter, or with other keys only, names no checks', () => {
  for (const markdown of [
    '# Skill',
    '',
    '---',
    '---\n---\n# Skill',
    '---\nname: a\ndescription: "b: c"\n---\n# Skill',
    '---\nA rule of Markdown: not [YAML\n---\n# Skill',
    '# Skill\n\n---\nchecks: [\n---\n',
  ])
    assert.deepEqual(readSkillFrontMatter(markdown), none, markdown)
})

test('a profile, rules, frames and questions are read; Windows line ends and a byte order mark too', () => {
  assert.deepEqual(read('checks: { profile: web }'), { ...none, checks: { profile: 'web' } })
  assert.deepEqual(readSkillFrontMatter('\uFEFF---\r\nname: a\r\nchecks:\r\n  profile: ebu\r\n---\r\n# A'), {
    ...none,
    checks: { profile: 'ebu' },
  })
  assert.deepEqual(read('checks:\n  rules:\n    black: { level: PROBLEM, seconds: 0.5 }'), {
    ...none,
    checks: { rules: { black: { level: 'PROBLEM', seconds: 0.5, allowedHead: 0, allowedTail: 0 } } },
  })
  assert.deepEqual(read('frames:\n  - 0\n  - Where is the logo?\n  - -1\n'), {
    checks: null,
    frames: [0, -1],
    questions: ['Where is the logo?'],
  })
  assert.deepEqual(read('checks:\nframes:'), none)
})

test('an invalid block is refused, and the message names the field', () => {
  refuses('checks: web', /^`checks` in the front matter: must have either `profile`/)
  refuses('checks: { profile: web, rules: {} }', /must have either/)
  refuses('checks: { profile: "a b" }', /`checks/)
  refuses('checks: { rules: { black: { level: LOUD, seconds: 1 } } }', /^`checks\.rules\.black\.level` /)
  refuses('checks: { rules: { blak: { level: INFO } } }', /`checks\.rules` .*blak/)
  refuses('checks: { rules: [] }', /`checks\.rules`/)
  refuses('frames: 12', /`frames` in the front matter: must be a list/)
  refuses('frames: [1.5]', /`frames\.0` .*frame number/)
  refuses('checks: [', /not valid YAML/)
  refuses('checks: { profile: web }\nchecks: { profile: ebu }', /not valid YAML: Map keys must be unique/)
  refuses('- checks: 1\nchecks: 2', /not valid YAML/)
})

test('aliases, tags, merge keys, deep nesting and long blocks are refused quickly', () => {
  const laughs = Array.from({ length: 12 }, (_, i) => `a${i + 1}: &a${i + 1} [${`*a${i},`.repeat(9)}]`)
  refuses(`a0: &a0 [1]\n${laughs.join('\n')}\nchecks: { profile: web }`, /not valid YAML/)
  refuses('a: &a { profile: web }\nchecks: *a', /not valid YAML/)
  refuses('checks: !!js/function "x"', /not valid YAML/)
  refuses('a: &a { profile: web }\nchecks: { <<: *a }', /not valid YAML/)
  refuses(`checks: ${'['.repeat(30_000)}`, /not valid YAML/)
  refuses(`checks: ${'{a: '.repeat(7_000)}`, /not valid YAML/)
  refuses(`# ${'a'.repeat(40_000)}\nchecks: { profile: web }`, /longer than 32768/)
  refuses('checks: { __proto__: { profile: web } }', /`checks`/)
  refuses('__proto__: { checks: { profile: web } }\nchecks: 1', /`checks`/)
})

test('any text is read or refused with a message for its author', () => {
  const line = fc.oneof(
    fc.constantFrom(
      'checks:',
      'checks: {profile: web}',
      '  rules:',
      '    black:',
      'frames: [1, a]',
      '- 1',
      '---',
    ),
    fc.string({ unit: 'grapheme' }),
  )
  fc.assert(
    fc.property(fc.array(line, { maxLength: 8 }), (lines) => {
      const markdown = `---\n${lines.join('\n')}\n---\n# Skill`
      try {
        readSkillFrontMatter(markdown)
      } catch (error) {
        assert.ok(error instanceof SkillFrontMatterError, String(error))
        assert.ok(error.message.length < 1000)
      }
    }),
    { numRuns: 2000 },
  )
})

test('the text of a skill has no front matter', () => {
  assert.equal(skillText('---\nchecks: { profile: web }\n---\n# Skill\n'), '# Skill\n')
  assert.equal(skillText('---\n---\n# Skill\n'), '# Skill\n')
  assert.equal(skillText('# Skill\n---\na: b\n---\n'), '# Skill\n---\na: b\n---\n')
})
