// Files that another program converts before they are drawn: the conversion is made once for all steps of an attempt.
import { rename } from 'node:fs/promises'
import { join } from 'node:path'
import { plainFileSize } from '../sandbox/view.ts'
import type { Processor, Work } from './processor.ts'
import type { Technical } from './technical.ts'

/** A processor of what `convert` makes of a file. */
export function viaConversion(
  processor: Processor,
  convert: (work: Work) => Promise<Work>,
  technical: (work: Work) => Technical,
): Processor {
  return {
    probe: async (work) => ({ ...(await processor.probe(await convert(work))), technical: technical(work) }),
    steps: (info) =>
      processor
        .steps(info)
        .map((step) => ({ ...step, make: async (work) => step.make(await convert(work), info) })),
  }
}

/**
 * The work on a conversion, which `make` writes as `name` into the folder of the work. It is kept beside the source until the attempt
 * ends. `make` must throw unless it has written a plain file.
 */
export async function convertOnce(
  work: Work,
  { name, mimeType, make }: { name: string; mimeType: string; make: () => Promise<void> },
): Promise<Work> {
  const source = `${work.source}.${name}`
  if ((await plainFileSize(source)) === undefined) {
    await make()
    await rename(join(work.folder, name), source)
  }
  return { ...work, source, mimeType }
}
