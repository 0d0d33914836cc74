// Runs the steps of a Dockerfile without Docker: bubblewrap shows each step the folder of its stage as the root, with the
// programs of this machine, which must be Debian like the image.
import { execFileSync, spawn } from 'node:child_process'
import { chmodSync, copyFileSync, cpSync, globSync, linkSync, mkdirSync, symlinkSync } from 'node:fs'
import { basename, join, resolve } from 'node:path'

/** npm's download cache and settings of this machine, which the steps use. */
export type Npm = { downloads: string; env: Record<string, string> }

export type Image = {
  /** The file system of the image, as far as it differs from this machine's. */
  root: string
  folder: string
  env: Record<string, string>
  user: string
  entrypoint: string[]
  command: string[]
  health: string[]
}

type Options = {
  /** The folder for the file systems of the stages. */
  folder: string
  /** Stages that exist already: their name and their file system. */
  stages: Record<string, string>
  /** Steps that this machine has done already, by their first word. */
  done: readonly string[]
  npm: Npm
}

/** Returns the last stage. Throws at an instruction that it does not know. */
export function runDockerfile(text: string, { folder, stages, done, npm }: Options): Image {
  const roots = { ...stages }
  let image = newImage(join(folder, 'none'))
  let skipped = false
  for (const { name, rest } of instructions(text)) {
    if (name === 'FROM') {
      const stage = / AS (\S+)$/.exec(rest)?.[1] ?? 'image'
      skipped = Object.hasOwn(stages, stage)
      image = newImage(join(folder, stage))
      if (!skipped) roots[stage] = makeRoot(image.root)
    }
    if (skipped || name === 'FROM') continue
    if (name === 'WORKDIR') enterFolder(rest, image)
    else if (name === 'COPY') copy(rest, image, roots)
    else if (name === 'RUN') runStep(rest, image, done, npm)
    else if (name === 'ENV')
      for (const [, key, value] of rest.matchAll(/(\S+)=(\S+)/g)) image.env[key!] = value!
    else if (name === 'USER') image.user = rest
    else if (name === 'HEALTHCHECK') image.health = JSON.parse(rest.slice(rest.indexOf('CMD ') + 4))
    else if (name === 'ENTRYPOINT') image.entrypoint = JSON.parse(rest)
    else if (name === 'CMD') image.command = JSON.parse(rest)
    else if (!['ARG', 'VOLUME', 'EXPOSE'].includes(name))
      throw new Error(`unknown instruction: ${name} ${rest}`)
  }
  return image
}

/** Starts a command in the image, as its user. It leads a process group of its own, like a command in a terminal. */
export function startInImage(image: Image, command: readonly string[], npm?: Npm) {
  const [program, ...args] = confined(image, command, npm)
  const env = imageEnvironment({ ...image.env, ...npm?.env })
  return spawn(program!, args, { env, stdio: ['ignore', 'pipe', 'inherit'], detached: true })
}

function instructions(text: string): { name: string; rest: string }[] {
  const lines = text.replaceAll(/^\s*#.*\n/gm, '').replaceAll(/\\\n\s*/g, '')
  return [...lines.matchAll(/^([A-Z]+) (.+)$/gm)].map(([, name, rest]) => ({ name: name!, rest: rest! }))
}

export function newImage(root: string): Image {
  return { root, folder: '/', env: {}, user: 'root', entrypoint: [], command: [], health: [] }
}

/** The base image: Debian, with Node in /usr/local/bin. */
export function makeRoot(root: string): string {
  for (const path of ['usr/local/bin', 'etc', 'tmp', 'root', 'home/node']) {
    mkdirSync(join(root, path), { recursive: true })
  }
  for (const path of ['bin', 'lib', 'lib64', 'sbin']) symlinkSync(`usr/${path}`, join(root, path))
  chmodSync(join(root, 'tmp'), 0o1777)
  place(process.execPath, join(root, 'usr/local/bin/node'))
  return root
}

function place(file: string, target: string): void {
  try {
    linkSync(file, target)
  } catch {
    copyFileSync(file, target)
  }
}

function enterFolder(folder: string, image: Image): void {
  image.folder = folder
  mkdirSync(join(image.root, folder), { recursive: true })
}

function copy(rest: string, { root, folder }: Image, roots: Record<string, string>): void {
  const [, stage, source, target] = /^--from=(\S+) (\S+) (\S+)$/.exec(rest) ?? []
  const from = roots[stage ?? '']
  if (!from) throw new Error(`COPY without a stage: ${rest}`)
  for (const path of globSync(join(from, source!))) {
    const name = source!.includes('*') ? basename(path) : ''
    cpSync(path, join(root, resolve(folder, target!), name), { recursive: true, verbatimSymlinks: true })
  }
}

function runStep(step: string, image: Image, done: readonly string[], npm: Npm): void {
  if (done.includes(step.split(' ', 1)[0]!)) return
  const [program, ...args] = confined(image, ['sh', '-c', step], npm)
  const env = imageEnvironment({ ...image.env, ...npm.env })
  execFileSync(program!, args, { env, stdio: ['ignore', 'ignore', 2] })
}

function imageEnvironment(env: Record<string, string>): Record<string, string> {
  return { PATH: '/usr/local/bin:/usr/bin:/bin', HOME: '/tmp', ...env }
}

function confined({ root, folder, user }: Image, command: readonly string[], npm?: Npm): string[] {
  const downloads = npm ? ['--bind', npm.downloads, `${npm.env.npm_config_cache}/_cacache`] : []
  const places = [
    ['--bind', root, '/'],
    ['--ro-bind', '/usr', '/usr'],
    ['--bind', join(root, 'usr/local'), '/usr/local'],
    ['--ro-bind', '/etc', '/etc'],
    downloads,
    ['--proc', '/proc'],
    ['--dev', '/dev'],
    ['--chdir', folder],
  ]
  return ['bwrap', '--die-with-parent', ...places.flat(), ...asUser(user, command)]
}

/** The user `node` of the image is number 1000. A caller who is not root becomes it in a namespace. */
function asUser(user: string, command: readonly string[]): string[] {
  const id = user === 'node' ? 1000 : 0
  if (process.getuid!() !== 0) return ['--unshare-user', '--uid', `${id}`, '--gid', `${id}`, ...command]
  if (id === 0) return ['--cap-add', 'ALL', ...command]
  const become = ['setpriv', `--reuid=${id}`, `--regid=${id}`, '--clear-groups']
  return ['--cap-add', 'CAP_SETUID', '--cap-add', 'CAP_SETGID', ...become, ...command]
}
