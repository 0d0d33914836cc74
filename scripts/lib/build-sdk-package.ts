// Builds the SDK package: JavaScript, type declarations and a manifest. Inside the repository the SDK runs from source.
import { copyFileSync, globSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import manifest from '../../sdk/package.json' with { type: 'json' }
import { root, runScript, tools } from './repository.ts'

export function buildSdk(folder: string): void {
  rmSync(folder, { recursive: true, force: true })
  const status = runScript(tools.tsc, '-p', 'sdk/tsconfig.build.json', '--outDir', folder)
  if (status !== 0) throw new Error('The SDK could not be built.')
  for (const path of globSync(`${folder}/**/*.d.ts`)) {
    writeFileSync(path, builtImports(readFileSync(path, 'utf8')))
  }
  writeFileSync(join(folder, 'package.json'), `${JSON.stringify(publishedManifest(), null, 2)}\n`)
  copyFileSync(join(root, 'sdk/README.md'), join(folder, 'README.md'))
  copyFileSync(join(root, 'LICENSE'), join(folder, 'LICENSE'))
}

function publishedManifest(): object {
  const { private: _private, scripts: _scripts, ...published } = manifest
  return { ...published, exports: { '.': { types: './index.d.ts', default: './index.js' } } }
}

/** The compiler rewrites import extensions in JavaScript only; older compilers need them in declarations too. */
function builtImports(declarations: string): string {
  return declarations.replace(/(?<=\bfrom '\.[^']*)\.ts(?=')/g, '.js')
}
