import assert from 'node:assert/strict'
import { test } from 'node:test'
import { colourCube, needsCube } from './colour-cube.ts'

test('HDR in BT.709 primaries keeps them: red is as red as grey is bright', () => {
  const lines = colourCube({ transfer: 'smpte2084', primaries: 'bt709', lines: 1080 }, 3).split('\n')
  const [red, grey] = [lines[2]!, lines[14]!].map((line) => line.split(' ').map(Number))
  assert.deepEqual(red, [grey![0], 0, 0])
})

test('only HDR and wide gamuts need a table', () => {
  const needs = (transfer: string, primaries: string) => needsCube({ transfer, primaries, lines: 1080 })
  assert.deepEqual(
    [
      needs('bt709', 'bt709'),
      needs('smpte2084', 'bt709'),
      needs('bt709', 'smpte432'),
      needs('bt709', 'film'),
    ],
    [false, true, true, false],
  )
})
