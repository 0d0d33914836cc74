// Every attack again, against production settings.
import { globSync } from 'node:fs'
import { describe } from 'node:test'
import { fileURLToPath } from 'node:url'
import { missingForProduction, startProductionWorld } from './production-site.ts'
import type { StartSite } from './site.ts'

const folder = fileURLToPath(new URL('.', import.meta.url))

for (const file of globSync('*.attack.ts', { cwd: folder }).toSorted()) {
  const { attack }: { attack: (start: StartSite) => void } = await import(`./${file}`)
  describe(file.replace('.attack.ts', ''), { skip: missingForProduction }, () => attack(startProductionWorld))
}
