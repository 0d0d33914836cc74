// The only module that reads environment variables.
import { homedir } from 'node:os'
import { join } from 'node:path'

export type Environment = Readonly<{
  url: string | undefined
  key: string | undefined
  profile: string | undefined
  noColor: boolean
  /** For checks of files on this machine: the same settings as those of the server. */
  ffmpeg: string | undefined
  ffprobe: string | undefined
  sandbox: string | undefined
  /** The settings folder of the CLI. */
  configFolder: string
}>

export function readEnvironment(
  env: Record<string, string | undefined>,
  platform: NodeJS.Platform,
): Environment {
  const set = (name: string) => env[name]?.trim() || undefined
  return Object.freeze({
    url: set('DAILIES_URL'),
    key: set('DAILIES_API_KEY'),
    profile: set('DAILIES_PROFILE'),
    noColor: set('NO_COLOR') !== undefined || env.TERM === 'dumb',
    ffmpeg: set('FFMPEG'),
    ffprobe: set('FFPROBE'),
    sandbox: set('MEDIA_SANDBOX'),
    configFolder: join(configHome(set, platform), 'dailies'),
  })
}

/** The standard folder for settings on this platform. */
function configHome(set: (name: string) => string | undefined, platform: NodeJS.Platform): string {
  const home = set('HOME') ?? homedir()
  const xdg = set('XDG_CONFIG_HOME')
  // The XDG specification says to ignore relative paths.
  if (xdg?.startsWith('/')) return xdg
  if (platform === 'win32') return set('APPDATA') ?? join(home, 'AppData', 'Roaming')
  return platform === 'darwin' ? join(home, 'Library', 'Application Support') : join(home, '.config')
}
