// Builds the CLI package: JavaScript for Node that includes the SDK and the kit. Inside the repository the CLI runs from
// source.
import { chmodSync, copyFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { rolldown } from 'rolldown'
import manifest from '../../cli/package.json' with { type: 'json' }
import { root } from './repository.ts'

export async function buildCli(folder: string): Promise<void> {
  rmSync(folder, { recursive: true, force: true })
  const bundle = await rolldown({ input: join(root, 'cli/src/main.ts'), platform: 'node', logLevel: 'warn' })
  // The code of commands stays in separate chunks, so that help starts fast.
  await bundle.write({ dir: folder, format: 'esm', entryFileNames: '[name].js', chunkFileNames: '[name].js' })
  await bundle.close()
  chmodSync(join(folder, 'main.js'), 0o755)
  writeFileSync(join(folder, 'package.json'), `${JSON.stringify(publishedManifest(), null, 2)}\n`)
  copyFileSync(join(root, 'cli/README.md'), join(folder, 'README.md'))
  copyFileSync(join(root, 'LICENSE'), join(folder, 'LICENSE'))
}

function publishedManifest(): object {
  const { private: _private, scripts: _scripts, dependencies: _dependencies, ...published } = manifest
  return { ...published, bin: { dailies: './main.js' } }
}
