import type { Context } from '../context.ts'
import { table } from '../output/table.ts'
import { unknownProfile } from '../settings/target.ts'

export async function listProfiles(context: Context): Promise<void> {
  const { current, profiles } = await context.config.read()
  const records = Object.entries(profiles).map(([name, { url, oauth }]) => ({
    name,
    url,
    signedInWith: oauth ? 'browser' : 'API key',
    current: name === current,
  }))
  if (context.json) return context.printJson(records)
  if (records.length === 0) return context.say('There are none. `dailies login` makes one.')
  const { columns: terminalWidth, style } = context
  await context.print(
    table(records, {
      columns: ['name', 'url', 'signedInWith', 'current'],
      terminalWidth,
      style,
    }),
  )
}

export async function useProfile(name: string, context: Context): Promise<void> {
  const url = await context.config.change((data) => {
    const profile = data.profiles[name]
    if (!profile) throw unknownProfile(name, data)
    data.current = name
    return profile.url
  })
  await context.say(`Using "${name}": ${url}`)
}
