// `dailies files view`: writes the images of a file to this machine.
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { ViewImage } from '@dailies/sdk'
import type { Context } from '../context.ts'
import type { Command } from '../declaration.ts'
import { readInput } from '../input.ts'
import { reader } from '../io.ts'
import { usageError } from '../kit/errors.ts'
import { isOn, lastText, type Parsed } from '../kit/flags.ts'
import { oneLine } from '../kit/terminal-text.ts'
import { callOperation } from '../operation-command.ts'
import { isFolderPath, requireFree, safeName } from '../output/destination.ts'

export async function view(command: Command, parsed: Parsed, context: Context): Promise<void> {
  const operation = command.operation!
  const input = await readInput(operation, parsed, reader(context.io))
  const out = lastText(parsed.values, 'out')
  if (context.json && out === undefined) {
    await callOperation(operation, input, context)
    return
  }
  const client = await context.client()
  const { signal } = context.io
  const { images } = await client.call('viewFile', input as never, { signal })
  if (out === '-') return context.io.stdout.write(bytesOf(onlyOne(images)))
  const paths = await pathsFor(images, out, async () => {
    const { name } = await client.files.get(String(input.fileId), { signal })
    return name
  })
  for (const path of paths) await requireFree(path, isOn(parsed.values, 'force'))
  for (const [i, image] of images.entries()) await writeFile(paths[i]!, bytesOf(image))
  await report(images, paths, context)
}

async function pathsFor(
  images: readonly ViewImage[],
  out: string | undefined,
  fileName: () => Promise<string>,
): Promise<string[]> {
  if (await isFolderPath(out)) {
    const name = await fileName()
    return names(images, name).map((one) => join(out ?? '.', one))
  }
  onlyOne(images)
  return [out!]
}

const bytesOf = ({ data }: ViewImage) => Buffer.from(data, 'base64')

function onlyOne(images: readonly ViewImage[]): ViewImage {
  if (images.length === 1) return images[0]!
  throw usageError(`There are ${images.length} images: --out must be a folder.`)
}

/** `Teaser-frame-120.jpg`, `Script-page-3.jpg`, `Poster-view.jpg`; two images of one frame are numbered. */
function names(images: readonly ViewImage[], fileName: string): string[] {
  const taken = new Map<string, number>()
  return images.map(({ frame, page }) => {
    const place = frame !== null ? `frame-${frame}` : page !== null ? `page-${page}` : 'view'
    const count = (taken.get(place) ?? 0) + 1
    taken.set(place, count)
    return safeName(fileName, `-${place}${count === 1 ? '' : `-${count}`}.jpg`)
  })
}

async function report(
  images: readonly ViewImage[],
  paths: readonly string[],
  context: Context,
): Promise<void> {
  if (context.json) {
    const written = images.map(({ data: _, ...image }, i) => ({ path: paths[i]!, ...image }))
    return context.printJson({ images: written })
  }
  for (const [i, { shows }] of images.entries())
    await context.print(`${oneLine(paths[i]!)}  ${oneLine(shows)}\n`)
  if (images.some(({ text }) => text !== null)) await context.say('For the text of the pages, use --json.')
}
