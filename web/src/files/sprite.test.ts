import assert from 'node:assert/strict'
import { test } from 'node:test'
import { parseSprite, tileAt } from './sprite.ts'

const text = `WEBVTT

00:00:00.000 --> 00:00:01.500
sprite-1.webp#xywh=0,0,160,90

00:00:01.500 --> 01:00:03.000
sprite-1.webp#xywh=160,0,160,90
`

const sprite = 'https://dailies.example/media/a/b/c/sprite.vtt'

test('a tile of the sprite sheet is found by time', () => {
  const cues = parseSprite(text)
  assert.equal(cues.length, 2)
  const shown = [1.4, 1.5, 9999].map((seconds) => tileAt(cues, seconds, sprite)?.x)
  assert.deepEqual(shown, [0, 160, 160])
  assert.equal(tileAt([], 1, sprite), undefined)
})

test('the URL of a tile has the present permission of its sprite', () => {
  const renewed = sprite.replace('/c/', '/renewed/')
  const tile = tileAt(parseSprite(text), 2, renewed)!
  assert.equal(tile.url, 'https://dailies.example/media/a/b/renewed/sprite-1.webp')
})

test('cues without a tile are ignored', () => {
  assert.deepEqual(parseSprite('WEBVTT\n\nNOTE\nhello'), [])
})
