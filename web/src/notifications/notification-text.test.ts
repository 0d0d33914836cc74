import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Notification } from '@dailies/sdk'
import { kindNames, notificationHref, notificationText } from './notification-text.ts'

const person = (name: string) => ({ id: name, name, avatarUrl: null })
const file = { id: 'FX1', name: 'Teaser.mp4', revision: 1, status: 'UPLOADED' as const }
const version = { id: 'v1', name: 'First cut' }
const comment = { id: 'c1', excerpt: 'Too dark', anchor: null, frame: null, parentId: null }

function made(kind: Notification['kind'], fields: Partial<Notification> = {}): Notification {
  return {
    ...{ id: 'n1', kind, count: 1, actors: [person('Ben')], actorCount: 1 },
    ...{ project: { id: 'p1', name: 'Harbour' }, file: null, version: null, verdict: null, comment: null },
    ...{ readAt: null, createdAt: '', updatedAt: '' },
    ...fields,
  }
}

const [ben, cleo, dan] = [person('Ben'), person('Cleo'), person('Dan')]
const two = { actors: [ben, cleo], actorCount: 2, count: 2 }
const four = { actors: [ben, cleo, dan], actorCount: 4, count: 7 }
const third = { file: { ...file, revision: 3 } }

const texts: [Notification, string][] = [
  [made('COMMENT', { file }), 'Ben commented on Teaser.mp4'],
  [made('COMMENT', { ...third, ...four }), 'Ben and 3 others commented on Teaser.mp4 v3'],
  [made('COMMENT', { ...third, ...two }), 'Ben and Cleo commented on Teaser.mp4 v3'],
  [made('COMMENT', { file, ...two, actors: [ben] }), 'Ben and 1 other commented on Teaser.mp4'],
  [made('COMMENT', { file, count: 2 }), 'Ben wrote 2 comments on Teaser.mp4'],
  [made('COMMENT', { file, count: 100 }), 'Ben wrote 100 or more comments on Teaser.mp4'],
  [made('COMMENT', { actors: [], actorCount: 0 }), 'Somebody commented in Harbour'],
  [made('MENTION', { file }), 'Ben mentioned you on Teaser.mp4'],
  [made('MENTION'), 'Ben mentioned you in Harbour'],
  [made('MENTION', { file, count: 2 }), 'Ben mentioned you twice on Teaser.mp4'],
  [made('MENTION', { file, count: 3 }), 'Ben mentioned you 3 times on Teaser.mp4'],
  [made('MENTION', { file, ...four }), 'Ben and 3 others mentioned you on Teaser.mp4'],
  [made('REPLY', { file }), 'Ben replied to you on Teaser.mp4'],
  [made('REPLY', { file, ...two }), 'Ben and Cleo replied to you on Teaser.mp4'],
  [made('REVIEW_REQUESTED', { version }), 'Ben asked you to review First cut'],
  [made('VERDICT', { version, verdict: 'APPROVED' }), 'Ben approved First cut'],
  [made('VERDICT', { version, verdict: 'NEED_EDIT' }), 'Ben requested changes to First cut'],
  [made('VERDICT', { version, verdict: 'REJECTED' }), 'Ben rejected First cut'],
  [made('VERDICT', { version }), 'Ben gave a verdict on First cut'],
  [made('VERDICT', { version, ...four }), 'Ben and 3 others gave verdicts on First cut'],
  [made('GENERATION', { file, actors: [], actorCount: 0 }), 'Teaser.mp4 has been generated'],
  [made('GENERATION', { file: { ...file, status: 'FAILED' } }), 'Teaser.mp4 could not be generated'],
  [made('REVISION', third), 'Ben uploaded a new revision: Teaser.mp4 v3'],
  [made('REVISION', { ...third, count: 12 }), 'Ben uploaded 12 new revisions in Harbour'],
  [made('SHARE_OPENED', two), 'Ben and Cleo opened what you shared from Harbour'],
  [made('INVITATION'), 'Ben added you to Harbour'],
  [made('ACCESS_LOST'), 'You no longer have access to Harbour'],
  [made('UPLOAD', { file }), 'Ben uploaded Teaser.mp4'],
  [made('UPLOAD', { file, count: 100 }), 'Ben uploaded 100 or more files in Harbour'],
  [made('NEW_REVIEW', { version }), 'Ben created the review First cut'],
  [made('NEW_REVIEW', { version, ...two }), 'Ben and Cleo created 2 reviews in Harbour'],
]
for (const [notification, text] of texts) test(text, () => assert.equal(notificationText(notification), text))

test('every kind has a name in the filter and a sentence', () => {
  assert.equal(new Set(kindNames.map(([kind]) => kind)).size, kindNames.length)
  const covered = new Set(texts.map(([{ kind }]) => kind))
  assert.deepEqual(
    kindNames.filter(([kind]) => !covered.has(kind)),
    [],
  )
})

test('opening leads to the comment, the file, the review or the project', () => {
  const hrefs: [Notification, string | undefined][] = [
    [made('MENTION', { file, comment }), '/files/FX1?comment=c1'],
    [made('REPLY', { comment }), '/projects/p1/comments?comment=c1'],
    [made('REVIEW_REQUESTED', { version }), '/projects/p1/versions/v1'],
    [made('VERDICT', { version }), '/projects/p1/versions/v1'],
    [made('NEW_REVIEW', { version, count: 2 }), '/projects/p1/versions'],
    [made('GENERATION', { file }), '/files/FX1'],
    [made('REVISION', { file }), '/files/FX1'],
    [made('UPLOAD', { file, count: 9 }), '/projects/p1'],
    [made('INVITATION'), '/projects/p1'],
    [made('ACCESS_LOST'), undefined],
  ]
  for (const [notification, href] of hrefs) assert.equal(notificationHref(notification), href)
})
