import type { Context } from '../context.ts'
import { failure, usageError } from '../kit/errors.ts'
import { isOn, type Parsed } from '../kit/flags.ts'

export async function open({ args, values }: Parsed, context: Context): Promise<void> {
  const { url } = await context.target()
  const page = url + pagePath(args[0])
  if (context.json) return context.printJson({ url: page })
  if (isOn(values, 'print')) return context.print(`${page}\n`)
  await context.io.openPage(page).catch(() => {
    throw failure('Cannot open a browser.', `Open ${page}`)
  })
  await context.say(`Opened ${page}`)
}

/** The page of the web app that shows a project or a file. */
export function pagePath(id: string | undefined): string {
  if (id === undefined) return '/'
  if (/^FX\w+$/.test(id)) return `/files/${id}`
  if (/^[0-9a-f]{8}-[0-9a-f-]{27}$/i.test(id)) return `/projects/${id}`
  throw usageError(`"${id}" is neither a project ID nor a file ID.`)
}
