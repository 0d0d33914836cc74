// Builds the packages that are published: the SDK, and the CLI, which includes the SDK and the kit. Inside the repository
// both run from source.
import { chmodSync, copyFileSync, globSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { rolldown } from 'rolldown'
import cliManifest from '../../cli/package.json' with { type: 'json' }
import sdkManifest from '../../sdk/package.json' with { type: 'json' }
import { root, runScript, tools } from './repository.ts'

/** JavaScript and type declarations. */
export function buildSdk(folder: string): void {
  rmSync(folder, { recursive: true, force: true })
  const status = runScript(tools.tsc, '-p', 'sdk/tsconfig.build.json', '--outDir', folder)
  if (status !== 0) throw new Error('The SDK could not be built.')
  for (const path of globSync(`${folder}/**/*.d.ts`)) {
    writeFileSync(path, builtImports(readFileSync(path, 'utf8')))
  }
  const { private: _private, scripts: _scripts, ...published } = sdkManifest
  const entry = { types: './index.d.ts', default: './index.js' }
  addDocuments(folder, 'sdk', { ...published, exports: { '.': entry } })
}

/** JavaScript for Node without dependencies. */
export async function buildCli(folder: string): Promise<void> {
  rmSync(folder, { recursive: true, force: true })
  const bundle = await rolldown({ input: join(root, 'cli/src/main.ts'), platform: 'node', logLevel: 'warn' })
  // The code of commands stays in separate chunks, so that help starts fast.
  await bundle.write({ dir: folder, format: 'esm', entryFileNames: '[name].js', chunkFileNames: '[name].js' })
  await bundle.close()
  chmodSync(join(folder, 'main.js'), 0o755)
  const { private: _private, scripts: _scripts, dependencies: _dependencies, ...published } = cliManifest
  addDocuments(folder, 'cli', { ...published, bin: { dailies: './main.js' } })
}

/** The compiler rewrites import extensions in JavaScript only; older compilers need them in declarations too. */
function builtImports(declarations: string): string {
  return declarations.replace(/(?<=\bfrom '\.[^']*)\.ts(?=')/g, '.js')
}

function addDocuments(folder: string, source: 'sdk' | 'cli', manifest: object): void {
  writeFileSync(join(folder, 'package.json'), `${JSON.stringify(manifest, null, 2)}\n`)
  copyFileSync(join(root, source, 'README.md'), join(folder, 'README.md'))
  copyFileSync(join(root, 'LICENSE'), join(folder, 'LICENSE'))
}
