import assert from 'node:assert/strict'
import { test } from 'node:test'
import { matchingSkills } from './matching-skills.ts'

const skills = ['Quality check', 'Check', 'Checklist', 'Export', 'Upload'].map((name) => ({
  name,
  description: name === 'Export' ? 'Check and export.' : '',
}))

const names = (typed: string) => matchingSkills(skills, typed).map(({ name }) => name)

test('an exact name comes first, then names that begin with the text, then names that contain it', () => {
  assert.deepEqual(names(' check '), ['Check', 'Checklist', 'Quality check', 'Export'])
})

test('an empty text keeps all skills in their order', () => {
  assert.deepEqual(
    names(' '),
    skills.map(({ name }) => name),
  )
})
