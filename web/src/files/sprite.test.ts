import assert from 'node:assert/strict'
import { test } from 'node:test'
import { parseSprite, tileAt } from './sprite.ts'

const text = `WEBVTT

00:00:00.000 --> 00:00:01.500
sprite-1.webp#xywh=0,0,160,90

00:00:01.500 --> 01:00:03.000
sprite-1.webp#xywh=160,0,160,90
`

test('a tile of the sprite sheet is found by time', () => {
  const tiles = parseSprite(text, 'https://dailies.example/media/a/b/c/sprite.vtt')
  assert.equal(tiles.length, 2)
  assert.deepEqual(tiles[1], {
    ...{ start: 1.5, end: 3603, x: 160, y: 0, width: 160, height: 90 },
    url: 'https://dailies.example/media/a/b/c/sprite-1.webp',
  })
  assert.equal(tileAt(tiles, 1.4), tiles[0])
  assert.equal(tileAt(tiles, 1.5), tiles[1])
  assert.equal(tileAt(tiles, 9999), tiles[1])
  assert.equal(tileAt([], 1), undefined)
})

test('cues without a tile are ignored', () => {
  assert.deepEqual(parseSprite('WEBVTT\n\nNOTE\nhello', 'https://dailies.example/'), [])
})
