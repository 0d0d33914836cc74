import assert from 'node:assert/strict'
import { test } from 'node:test'
import { languageOf, languageOptions } from './languages.ts'

test('the name of a caption file says the language', () => {
  assert.deepEqual(
    ['Cut 3.pt-br.srt', 'cut_AR.vtt', 'Cut.srt', 'Cut.qqx.srt', 'en.srt', 'Trailer en.ttml'].map(languageOf),
    ['pt-BR', 'ar', null, null, null, 'en'],
  )
})

test('a rare language of a file is among the options', () => {
  const options = languageOptions('Unknown language', 'haw')
  assert.deepEqual(options[0], ['', 'Unknown language'])
  assert.ok(options.some(([tag, name]) => tag === 'haw' && name === 'Hawaiian'))
})
