import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Comment, Media } from '@dailies/sdk'
import { noPlace, notesOf, parseNotes, percent, placeText } from './notes.ts'

const comment = (fields: object) =>
  ({ content: 'Black', parent: null, frame: null, anchor: null, duration: null, ...fields }) as Comment
const media = (fields: object) => ({ frameRate: '25/1', ...fields }) as Media

test('comments become notes with the frames of their range; replies and drawings do not', () => {
  const video = media({ kind: 'VIDEO' })
  assert.deepEqual(
    notesOf(
      [
        comment({ frame: 50, anchor: 2000, duration: 400 }),
        comment({ frame: 75, anchor: 3000 }),
        comment({}),
        comment({ parent: { id: 'a' } }),
        comment({ content: ' ' }),
      ],
      video,
    ),
    [
      { ...noPlace, firstFrame: 50, lastFrame: 59, text: 'Black' },
      { ...noPlace, firstFrame: 75, lastFrame: 75, text: 'Black' },
      { ...noPlace, text: 'Black' },
    ],
  )
  assert.deepEqual(notesOf([comment({ anchor: 3 })], media({ kind: 'DOCUMENT' })), [
    { ...noPlace, page: 3, text: 'Black' },
  ])
  assert.deepEqual(notesOf([comment({ anchor: 500, duration: 250 })], media({ kind: 'AUDIO' })), [
    { ...noPlace, firstMs: 500, lastMs: 750, text: 'Black' },
  ])
})

test('pasted notes are read from a list or from an answer; a message names what is wrong', () => {
  const note = { ...noPlace, firstFrame: 3, text: 'Black' }
  assert.deepEqual(parseNotes('[{"firstFrame":3,"text":"Black","confidence":0.9}]'), [note])
  assert.deepEqual(parseNotes('{"notes":[{"firstFrame":3,"text":"Black"}]}'), [note])
  assert.equal(parseNotes('{'), 'This is not JSON.')
  assert.equal(parseNotes('{}'), 'Paste a list of notes, or an object with `notes`.')
  assert.equal(parseNotes('[{"text":"a"},{}]'), 'Note 2 has no text.')
})

test('places and parts are written for people', () => {
  assert.equal(placeText({ ...noPlace, firstFrame: 3, lastFrame: 9, text: '' }), 'Frames 3–9')
  assert.equal(placeText({ ...noPlace, firstFrame: 3, text: '' }), 'Frame 3')
  assert.equal(placeText({ ...noPlace, page: 2, text: '' }), 'Page 2')
  assert.equal(placeText({ ...noPlace, firstMs: 1500, text: '' }), '1.5 s')
  assert.equal(placeText({ ...noPlace, text: '' }), 'Whole file')
  assert.deepEqual([percent(null), percent(2 / 3), percent(1)], ['–', '67 %', '100 %'])
})
