import { createInterface } from 'node:readline'
import { Writable } from 'node:stream'
import { text } from 'node:stream/consumers'
import type { Context } from '../context.ts'
import { exitCodes } from '../exit-codes.ts'
import type { Io } from '../io.ts'
import { CommandError, usageError } from '../kit/errors.ts'
import { isOn, lastText, type Parsed } from '../kit/flags.ts'
import { printable } from '../kit/terminal-text.ts'
import { loginWithBrowser, revoke } from '../login/browser-login.ts'
import { table } from '../output/table.ts'
import type { Profile } from '../settings/config-file.ts'
import { defaultProfile, defaultUrl, normalUrl, unknownProfile } from '../settings/target.ts'

export async function login({ values }: Parsed, context: Context): Promise<void> {
  const { io, config, flags } = context
  const data = await config.read()
  const name = flags.profile ?? io.environment.profile ?? data.current ?? defaultProfile
  const before = data.profiles[name]
  const url = normalUrl(flags.url ?? io.environment.url ?? before?.url ?? defaultUrl)
  const profile = values.has('key')
    ? { url, key: await askKey(lastText(values, 'key'), context) }
    : await askBrowser(url, values, context)
  const workspace = await workspaceOf(profile, context)
  const replaced = await config.change((data) => {
    const old = data.profiles[name]
    data.profiles[name] = profile
    if (data.current === undefined || flags.profile === undefined) data.current = name
    return old
  })
  // The previous tokens are no longer needed. When revoking fails, they expire on their own.
  if (replaced?.oauth) await revoke(io.fetch, replaced.oauth).catch(() => false)
  if (context.json) return context.printJson({ profile: name, url, workspace })
  await context.say(`Signed in to "${printable(workspace.name)}" at ${url}, as profile "${name}".`)
}

async function askKey(given: string | undefined, { io, flags }: Context): Promise<string> {
  const key = given ?? flags.key ?? (await readSecret(io, 'API key: '))
  if (/^rv[ka]_\w+$/.test(key)) return key
  throw usageError(
    'This is not an API key: API keys begin with rvk_.',
    'Create one in the settings of the web app.',
  )
}

/** Asks for a secret without showing it. Input that is not a terminal is read to its end. */
async function readSecret({ stdin, stderr, signal }: Io, question: string): Promise<string> {
  if (stdin.isTTY !== true) return (await text(stdin)).trim()
  await stderr.write(question)
  // readline edits the line; its echo is discarded.
  const nowhere = new Writable({ write: (_chunk, _encoding, done) => done() })
  const lines = createInterface({ input: stdin, output: nowhere, terminal: true })
  try {
    return await new Promise<string>((resolve, reject) => {
      signal.addEventListener('abort', () => reject(signal.reason), { once: true })
      lines.on('SIGINT', () => reject(new DOMException('Interrupted', 'AbortError')))
      lines.on('line', (line) => resolve(line.trim()))
      lines.on('close', () => resolve(''))
    })
  } finally {
    lines.close()
    await stderr.write('\n')
  }
}

async function askBrowser(url: string, values: Parsed['values'], context: Context): Promise<Profile> {
  const { io } = context
  const oauth = await loginWithBrowser({
    fetch: io.fetch,
    url,
    scopes: lastText(values, 'scopes')?.split(/[\s,]+/),
    signal: io.signal,
    async show(page) {
      await io.stderr.write(`Sign in on this page:\n\n  ${page}\n\n`)
      if (isOn(values, 'no-browser')) return
      await io.openPage(page).catch(() => context.say('Cannot open a browser: open the URL yourself.'))
    },
  })
  return { url, oauth }
}

/** Checks the credential before it is stored. */
async function workspaceOf(
  { url, key, oauth }: Profile,
  { io }: Context,
): Promise<{ id: string; name: string }> {
  const { Dailies } = await import('@dailies/sdk')
  const client = new Dailies({ baseUrl: url, token: key ?? oauth!.accessToken, fetch: io.fetch })
  try {
    return (await client.ping({ signal: io.signal })).workspace
  } catch (error) {
    if ((error as { status?: number }).status !== 401) throw error
    throw new CommandError(
      exitCodes.notSignedIn,
      `The server at ${url} rejected this key.`,
      'Check that the key is complete and belongs to this server.',
    )
  }
}

export async function logout(context: Context): Promise<void> {
  const { profile } = await context.target()
  if (profile === undefined)
    throw new CommandError(
      exitCodes.notSignedIn,
      'You are not signed in.',
      'Run `dailies profiles` to list the servers you are signed in to.',
    )
  await forget(profile, context)
}

export async function forget(name: string, context: Context): Promise<void> {
  const { config, io } = context
  const removed = await config.change((data) => {
    const profile = data.profiles[name]
    if (!profile) throw unknownProfile(name, data)
    delete data.profiles[name]
    if (data.current === name) {
      const [next] = Object.keys(data.profiles)
      if (next === undefined) delete data.current
      else data.current = next
    }
    return profile
  })
  const revoked = removed.oauth && (await revoke(io.fetch, removed.oauth).catch(() => false))
  if (removed.oauth && !revoked)
    await context.say('The tokens could not be revoked: disconnect the app in the settings of the web app.')
  const { current } = await config.read()
  await context.say(
    `Signed out of ${removed.url}.${current === undefined || current === name ? '' : ` Now using "${current}".`}`,
  )
}

export async function listProfiles(context: Context): Promise<void> {
  const { current, profiles } = await context.config.read()
  const records = Object.entries(profiles).map(([name, { url, oauth }]) => ({
    name,
    url,
    signedInWith: oauth ? 'browser' : 'API key',
    current: name === current,
  }))
  if (context.json) return context.printJson(records)
  if (records.length === 0) return context.say('No profiles. Run `dailies login` to create one.')
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
