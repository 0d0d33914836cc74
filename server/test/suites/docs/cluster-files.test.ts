import assert from 'node:assert/strict'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { root } from '../../../../scripts/lib/repository.ts'
import { codeBlocks } from './doc-blocks.ts'

const folder = join(root, 'cluster/config')

test('the guide shows every configuration file of the cluster as it is', () => {
  const shown = new Set(codeBlocks('docs/guides/high-availability.md').map(({ code }) => code.trim()))
  for (const name of readdirSync(folder)) {
    const text = readFileSync(join(folder, name), 'utf8').replaceAll('\r', '')
    assert.ok(shown.has(text.trim()), `${name} differs from the guide`)
  }
})
