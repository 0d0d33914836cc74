// open and completion: what they are called and take.
import type { Command } from '../command.ts'
import { failure, usageError } from '../errors.ts'
import { isOn } from '../parse.ts'

export const openCommand: Command = {
  words: ['open'],
  summary: 'Open Dailies, a project or a file in the browser.',
  args: [{ name: 'id', help: 'Project ID or file ID.', optional: true }],
  flags: [{ name: 'print', help: 'Print the address instead.' }],
  examples: ['dailies open', 'dailies open FX… --print'],
  async run({ args, values }, context) {
    const { url } = await context.target()
    const page = url + pagePath(args[0])
    if (context.json) return context.printJson({ url: page })
    if (isOn(values, 'print')) return context.print(`${page}\n`)
    await context.io.openPage(page).catch(() => {
      throw failure('No browser could be opened here.', `Open ${page}`)
    })
    await context.say(`Opened ${page}`)
  },
}

/** Where the web app shows it. */
export function pagePath(id: string | undefined): string {
  if (id === undefined) return '/'
  if (/^FX\w+$/.test(id)) return `/files/${id}`
  if (/^[0-9a-f]{8}-[0-9a-f-]{27}$/i.test(id)) return `/projects/${id}`
  throw usageError(`"${id}" is neither the id of a project nor of a file.`)
}

const shells = ['bash', 'zsh', 'fish']

export const completionCommand: Command = {
  words: ['completion'],
  summary: 'Print what makes your shell complete our commands.',
  args: [{ name: 'shell', help: 'bash, zsh or fish.' }],
  flags: [],
  examples: [
    'source <(dailies completion bash) # in ~/.bashrc',
    'source <(dailies completion zsh) # in ~/.zshrc, after compinit',
    'dailies completion fish > ~/.config/fish/completions/dailies.fish',
  ],
  async run({ args }, context) {
    const { completionScript } = await import('../completion.ts')
    const script = completionScript(args[0]!)
    if (script === undefined) throw usageError(`"${args[0]}" is not one of ${shells.join(', ')}.`)
    await context.print(script)
  },
}
