// The processor of each type of file. Processors are loaded when they are first needed: decoders are large.

import { officeTypes } from '../queue/media-tasks.ts'
import { type ToolPaths, toolFinder } from './children/find-tools.ts'
import type { Processor } from './processor.ts'
import { rawTypes } from './raw-types.ts'

export type FindProcessor = (mimeType: string) => Promise<Processor | undefined>

/** ffmpeg and ffprobe are located when the first video arrives. */
export function createFindProcessor(tools: ToolPaths): FindProcessor {
  const findTools = toolFinder(tools)
  const video = async () => (await import('./video/video.ts')).videoProcessor(findTools)
  const stills = () => import('./stills.ts')
  const processors: readonly (readonly [types: RegExp, load: () => Promise<Processor>])[] = [
    [/^(video|audio)\/|^application\/mxf$/, video],
    [
      /^image\/(vnd\.adobe\.photoshop|x-exr|x-dpx)$/,
      async () => (await import('./image/studio-image.ts')).studioImage(findTools),
    ],
    [/^image\/hei[cf]$/, async () => (await import('./image/heif-image.ts')).heifImage()],
    [rawTypes, async () => (await import('./image/raw-image.ts')).rawImage()],
    [/^image\/tiff$/, async () => (await import('./document/tiff.ts')).tiff],
    [/^image\//, async () => (await stills()).image],
    [/^application\/pdf$/, async () => (await stills()).document],
    [new RegExp(officeTypes), async () => (await import('./document/office.ts')).officeDocument()],
    [/^model\/|^application\/vnd\.autodesk\.fbx$/, async () => (await stills()).model],
  ]
  return async (mimeType) => processors.find(([types]) => types.test(mimeType))?.[1]()
}
