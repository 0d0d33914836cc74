// Which processor is for which type of file. Each is loaded when it is first needed: decoders are large.
import type { Processor } from './processor.ts'
import { type ToolPaths, toolFinder } from './tools.ts'

export type FindProcessor = (mimeType: string) => Promise<Processor | undefined>

/** The types that something is made of, for JavaScript and for Postgres alike. Of all others there is nothing to show. */
export const mediaTypes = '^(video|audio|image|model)/|^application/(pdf|mxf|vnd\\.autodesk\\.fbx)$'

/** Where ffmpeg and ffprobe are is looked for when the first film comes. */
export function createFindProcessor(tools: ToolPaths): FindProcessor {
  const findTools = toolFinder(tools)
  const film = async () => (await import('./video.ts')).videoProcessor(findTools)
  const processors: readonly (readonly [types: RegExp, load: () => Promise<Processor>])[] = [
    [/^(video|audio)\/|^application\/mxf$/, film],
    [
      /^image\/(vnd\.adobe\.photoshop|x-exr|x-dpx)$/,
      async () => (await import('./studio-image.ts')).studioImage(findTools),
    ],
    [/^image\//, async () => (await import('./image.ts')).image],
    [/^application\/pdf$/, async () => (await import('./document.ts')).document],
    [/^model\/|^application\/vnd\.autodesk\.fbx$/, async () => (await import('./model.ts')).model],
  ]
  return async (mimeType) => processors.find(([types]) => types.test(mimeType))?.[1]()
}
