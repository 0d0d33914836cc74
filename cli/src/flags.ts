import type { Field } from './declaration.ts'
import type { Flag, FlagShape } from './kit/flags.ts'

export const globalFlags: readonly Flag[] = [
  { name: 'profile', value: 'NAME', help: 'The profile to use (DAILIES_PROFILE).' },
  { name: 'url', value: 'URL', help: 'The address of the server (DAILIES_URL).' },
  {
    name: 'key',
    value: 'KEY',
    help: 'The API key to use. Prefer DAILIES_API_KEY: other users can see flags.',
  },
  { name: 'json', help: 'Print JSON.' },
  { name: 'quiet', short: 'q', help: 'Print results and errors only.' },
  { name: 'verbose', short: 'v', help: 'Log each request to stderr.' },
  { name: 'help', short: 'h', help: 'Show help.' },
  { name: 'version', help: 'Show the version.' },
]

export function fieldShapes(fields: readonly Field[]): FlagShape[] {
  return fields.flatMap(({ flag, kind, fromFile }): FlagShape[] => {
    if (kind === 'boolean') return [{ name: flag, negatable: true }]
    const shape = { name: flag, value: 'VALUE' }
    return fromFile ? [shape, { name: `${flag}-file`, value: 'PATH' }] : [shape]
  })
}
