// The only reader of the environment.
import { homedir } from 'node:os'
import { join } from 'node:path'

export type Environment = Readonly<{
  url: string | undefined
  key: string | undefined
  profile: string | undefined
  noColor: boolean
  /** Where our settings are kept. */
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
    configFolder: join(configHome(set, platform), 'dailies'),
  })
}

/** Where programs keep their settings on this system. */
function configHome(set: (name: string) => string | undefined, platform: NodeJS.Platform): string {
  const home = set('HOME') ?? homedir()
  const xdg = set('XDG_CONFIG_HOME')
  // The specification wants relative paths to be passed over.
  if (xdg?.startsWith('/')) return xdg
  if (platform === 'win32') return set('APPDATA') ?? join(home, 'AppData', 'Roaming')
  return platform === 'darwin' ? join(home, 'Library', 'Application Support') : join(home, '.config')
}
