// The part of the machine that a confined program sees: the system's programs and libraries, its input files, one folder.
import { lstatSync, readlinkSync, realpathSync } from 'node:fs'
import { lstat } from 'node:fs/promises'
import { dirname, isAbsolute, join } from 'node:path'

export type View = {
  /** Plain files that the program reads, such as the original. Links are refused: see `plainFileSize`. */
  files?: readonly string[]
  /** Programs and code that the program runs. */
  code?: readonly string[]
  /** The working folder, and the only one that the program may change. */
  folder?: string
  /** Whether the program may start processes. */
  processes?: boolean
  /** Whether the program may listen at a socket in its folder, as LibreOffice does. Connections are neither accepted nor made. */
  localSocket?: boolean
}

/**
 * The two mechanisms by which the system confines a process. Each alone suffices; together they survive a bug
 * in one.
 */
export type Layer = 'namespaces' | 'kernel-rules'

/**
 * Programs, libraries and fonts. Folders for settings and data are excluded, such as `/usr/local/etc` and
 * `/usr/src`.
 */
const systemFolders = [
  ...['bin', 'sbin', 'lib', 'lib32', 'lib64', 'libx32', 'libexec', 'share'].flatMap((name) => [
    `/usr/${name}`,
    `/usr/local/${name}`,
  ]),
  ...['/bin', '/sbin', '/lib', '/lib32', '/lib64', '/libx32', '/nix/store', '/gnu/store'],
]
const systemFiles = [
  '/etc/ld.so.cache',
  '/etc/alternatives',
  '/etc/fonts',
  '/etc/ssl/openssl.cnf',
  '/etc/pki/tls/openssl.cnf',
  '/usr/local/ssl/openssl.cnf',
  '/var/cache/fontconfig',
  '/dev/random',
  '/dev/urandom',
]
const sinks = ['/dev/null', '/dev/zero']

const rulesScript = join(import.meta.dirname, 'confine.pl')

/** The command that runs `command` confined to this view by these layers. */
export function confinedCommand(
  command: readonly string[],
  view: View,
  layers: readonly Layer[],
  programs: { bubblewrap: string; perl: string },
): string[] {
  const ruled = layers.includes('kernel-rules')
  const inner = ruled ? [...rules(view, layers, programs.perl), ...command] : command
  if (!layers.includes('namespaces')) return [...inner]
  const code = ruled ? [...codeOf(view), rulesScript] : codeOf(view)
  return [programs.bubblewrap, ...namespaces({ ...view, code }), '--', ...inner]
}

function rules(view: View, layers: readonly Layer[], perl: string): string[] {
  const start = [
    ...[perl, rulesScript, ...(view.processes ? ['--processes'] : [])],
    ...(view.localSocket ? ['--local-socket'] : []),
  ]
  // Inside the namespaces there is nothing else to open.
  if (layers.includes('namespaces')) return [...start, '--']
  const read = [...systemFolders, ...systemFiles, ...codeOf(view), ...(view.files ?? [])]
  const write = [...sinks, ...(view.folder === undefined ? [] : [view.folder])]
  return [
    ...start,
    ...read.flatMap((path) => ['--read', path]),
    ...write.flatMap((path) => ['--write', path]),
    '--',
  ]
}

/**
 * No network, no other processes, no `/proc`: not even the program's own, which containers do not allow to be mounted. No new session
 * either: it would leave the process group by which `startConfined` kills a sandbox that is stopped while it starts, when it does
 * not yet die with its parent. The group has no terminal in any case.
 */
function namespaces(view: View): string[] {
  const { folder } = view
  return [
    ...['--unshare-all', '--die-with-parent', '--cap-drop', 'ALL'],
    ...systemFolders.flatMap(systemFolder),
    ...[...systemFiles, ...sinks].flatMap((path) =>
      path.startsWith('/dev/') ? ['--dev-bind-try', path, path] : ['--ro-bind-try', path, path],
    ),
    ...[...codeOf(view), ...(view.files ?? [])].flatMap((path) => ['--ro-bind', path, path]),
    ...(folder === undefined ? [] : ['--bind', folder, folder]),
    ...['--remount-ro', '/', '--chdir', folder ?? '/'],
  ]
}

/** `/lib` and the like are links into `/usr` on most systems. */
function systemFolder(path: string): string[] {
  const found = lstatSync(path, { throwIfNoEntry: false })
  if (!found) return []
  return found.isSymbolicLink() ? ['--symlink', readlinkSync(path), path] : ['--ro-bind', path, path]
}

/** Shows a program at the path that it is called by and at its real path. Without a path, it is a system program. */
function codeOf({ code = [] }: View): string[] {
  const paths = code.filter(isAbsolute).flatMap((path) => [path, realpathSync(path)])
  return [...new Set(paths)].filter((path) => !systemFolders.some((folder) => path.startsWith(`${folder}/`)))
}

/**
 * The size of a plain file; undefined when the path is missing, a symlink, or in a folder that is a symlink.
 * Output of a program is stored, or passed to another program, only as a plain file: a symlink would expose
 * another file.
 */
export async function plainFileSize(path: string): Promise<number | undefined> {
  const [file, folder] = await Promise.all(
    [path, dirname(path)].map((one) => lstat(one).catch(() => undefined)),
  )
  return file?.isFile() && file.nlink === 1 && folder?.isDirectory() ? file.size : undefined
}
