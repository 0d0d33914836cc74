// Which processor is for which type of file. Each is loaded when it is first needed: decoders are large.

import { type ToolPaths, toolFinder } from './children/find-tools.ts'
import type { Processor } from './processor.ts'

export type FindProcessor = (mimeType: string) => Promise<Processor | undefined>

/** Where ffmpeg and ffprobe are is looked for when the first film comes. */
export function createFindProcessor(tools: ToolPaths): FindProcessor {
  const findTools = toolFinder(tools)
  const film = async () => (await import('./video/video.ts')).videoProcessor(findTools)
  const processors: readonly (readonly [types: RegExp, load: () => Promise<Processor>])[] = [
    [/^(video|audio)\/|^application\/mxf$/, film],
    [
      /^image\/(vnd\.adobe\.photoshop|x-exr|x-dpx)$/,
      async () => (await import('./image/studio-image.ts')).studioImage(findTools),
    ],
    [/^image\//, async () => (await import('./image/image.ts')).image],
    [/^application\/pdf$/, async () => (await import('./document/document.ts')).document],
    [/^model\/|^application\/vnd\.autodesk\.fbx$/, async () => (await import('./model/model.ts')).model],
  ]
  return async (mimeType) => processors.find(([types]) => types.test(mimeType))?.[1]()
}
