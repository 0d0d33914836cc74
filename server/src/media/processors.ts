// Which processor is for which type of file. Each is loaded when it is first needed: decoders are large.
import type { Processor } from './processor.ts'

export type FindProcessor = (mimeType: string) => Promise<Processor | undefined>

/** The types that something is made of, for JavaScript and for Postgres alike. Of all others there is nothing to show. */
export const mediaTypes = '^(video|audio|image|model)/|^application/(pdf|mxf|vnd\\.autodesk\\.fbx)$'

const processors: readonly (readonly [types: RegExp, load: () => Promise<Processor>])[] = [
  [/^video\/|^application\/mxf$/, async () => (await import('./video.ts')).video],
  [/^audio\//, async () => (await import('./audio.ts')).audio],
  [/^image\//, async () => (await import('./image.ts')).image],
  [/^application\/pdf$/, async () => (await import('./document.ts')).document],
  [/^model\/|^application\/vnd\.autodesk\.fbx$/, async () => (await import('./model.ts')).model],
]

export const findProcessor: FindProcessor = async (mimeType) =>
  processors.find(([types]) => types.test(mimeType))?.[1]()
