import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { ReviewRequest, VerdictRecord } from '@dailies/sdk'
import {
  approvalCount,
  dueAtOf,
  isApprovalStale,
  joinNames,
  missingInWords,
  requestState,
  ruleInWords,
  type Standing,
  whyNotCounted,
} from './review-texts.ts'

const person = (name: string) => ({ id: name, name, avatarUrl: null })
const at = '2026-11-15 10:00:00.000000'

function request(name: string): ReviewRequest {
  return {
    id: `request of ${name}`,
    user: person(name),
    state: 'REQUESTED',
    verdict: null,
    message: null,
    dueAt: null,
    requestedBy: null,
    createdAt: at,
    seenAt: null,
    remindedAt: null,
  }
}

function given(
  name: string,
  verdict: VerdictRecord['verdict'],
  more: Partial<VerdictRecord> = {},
): VerdictRecord {
  const base = { id: `verdict of ${name}`, user: person(name), name, role: null, note: null, files: null }
  return { ...base, verdict, agent: false, stale: null, givenAt: at, ...more }
}

const standing = (
  type: Standing['rule']['type'],
  verdicts: VerdictRecord[],
  asked: string[] = [],
): Standing => ({
  rule: { type, user: type === 'NAMED_PERSON' ? { id: 'Ann' } : null },
  agentsCount: false,
  requests: asked.map(request),
  verdicts,
})

const asking = (status: 'NEED_REVIEW' | 'NEED_EDIT' | 'APPROVED', meId = 'Zoe') => ({
  status,
  meId,
  person: 'Ann',
})

test('the rule in words', () => {
  const all = ['Ann', 'Bo', 'Cy']
  assert.equal(ruleInWords(standing('ANY_ONE', []), ''), 'Approved when one person approves.')
  assert.equal(ruleInWords(standing('NAMED_PERSON', []), 'Ann'), 'Approved when Ann approves.')
  assert.equal(ruleInWords(standing('NAMED_PERSON', []), 'you'), 'Approved when you approve.')
  assert.equal(
    ruleInWords(standing('ALL_REQUESTED', []), ''),
    'Approved when everyone who was asked approves. Nobody was asked yet: one approval is enough.',
  )
  const two = [given('Ann', 'APPROVED'), given('Bo', 'APPROVED'), given('Dee', 'APPROVED')]
  assert.equal(
    ruleInWords(standing('ALL_REQUESTED', two, all), ''),
    'Approved when everyone who was asked approves: 2 of 3.',
  )
})

test('stale verdicts and verdicts by tools are not counted', () => {
  const verdicts = [
    given('Ann', 'APPROVED', { stale: 'NEW_REVISION' }),
    given('Bo', 'APPROVED', { agent: true }),
    given('Cy', 'APPROVED'),
  ]
  const now = standing('ALL_REQUESTED', verdicts, ['Ann', 'Bo', 'Cy'])
  assert.deepEqual(approvalCount(now), { approved: 1, asked: 3 })
  assert.deepEqual(approvalCount({ ...now, agentsCount: true }), { approved: 2, asked: 3 })
  assert.deepEqual(
    verdicts.map((one) => whyNotCounted(one, now)),
    ['A newer revision has arrived since.', 'Verdicts by tools do not count in this project.', undefined],
  )
  const named = standing('NAMED_PERSON', [])
  assert.equal(whyNotCounted(given('Bo', 'REJECTED'), named), 'Only the named person decides.')
  assert.equal(whyNotCounted(given('Ann', 'REJECTED'), named), undefined)
})

test('the people whose verdict is missing', () => {
  const all = ['Ann', 'Bo', 'Cy']
  const one = [given('Bo', 'APPROVED')]
  assert.equal(missingInWords(standing('ANY_ONE', []), asking('NEED_REVIEW')), undefined)
  assert.equal(
    missingInWords(standing('ANY_ONE', [], ['Ann', 'Bo']), asking('NEED_REVIEW')),
    'Waiting for Ann or Bo.',
  )
  assert.equal(missingInWords(standing('NAMED_PERSON', []), asking('NEED_REVIEW')), 'Waiting for Ann.')
  assert.equal(
    missingInWords(standing('ALL_REQUESTED', one, all), asking('NEED_REVIEW', 'Cy')),
    'Waiting for you and Ann.',
  )
  const changes = [...one, given('Ann', 'NEED_EDIT')]
  assert.equal(
    missingInWords(standing('ALL_REQUESTED', changes, all), asking('NEED_EDIT')),
    'Not approved by Ann and Cy.',
  )
  assert.equal(missingInWords(standing('ANY_ONE', one, all), asking('APPROVED')), undefined)
})

test('an approval is stale when all its verdicts are', () => {
  const old = given('Ann', 'APPROVED', { stale: 'NEW_REVISION' })
  assert.equal(isApprovalStale({ verdicts: [old] }, 'APPROVED'), true)
  assert.equal(isApprovalStale({ verdicts: [old, given('Bo', 'APPROVED')] }, 'APPROVED'), false)
  assert.equal(isApprovalStale({ verdicts: [old] }, 'NEED_REVIEW'), false)
  assert.equal(isApprovalStale({ verdicts: [] }, 'APPROVED'), false)
})

test('lists of names', () => {
  assert.equal(joinNames(['Ann'], 'and'), 'Ann')
  assert.equal(joinNames(['Ann', 'Bo', 'Cy'], 'or'), 'Ann, Bo or Cy')
  assert.equal(joinNames(['Ann', 'Bo', 'Cy', 'Dee'], 'and'), 'Ann, Bo and 2 others')
})

test('the state of a request', () => {
  assert.equal(requestState({ state: 'REQUESTED', verdict: null }), 'Asked, not opened yet')
  assert.equal(requestState({ state: 'SEEN', verdict: null }), 'Asked, has opened it')
  assert.equal(requestState({ state: 'NEED_EDIT', verdict: null }), 'Requested changes')
})

test('a due date is the end of the day of the person who asks', () => {
  const due = new Date(`${dueAtOf('2026-11-15').replace(' ', 'T')}Z`)
  assert.deepEqual([due.getDate(), due.getHours(), due.getMinutes()], [15, 23, 59])
  assert.match(dueAtOf('2026-11-15'), /^2026-11-1\d \d\d:59:59\.999000$/)
})
