import { z } from 'zod'
import { exportComments as exportOperation } from '../../../operations/index.ts'
import { exportFormats } from '../../../records/comment-export/formats.ts'
import { defineTool } from './define-tool.ts'
import { notice } from './fields.ts'

/** A longer export is given as a link: a model would pay for every line of it. */
const mostCharacters = 30_000

export const exportComments = defineTool({
  name: 'export_comments',
  toolset: 'review',
  description:
    'Export the notes on a file. Use it when the user wants them as a file. Returns text or a link.',
  input: z.object({
    fileId: z.string().describe('File ID.'),
    format: z.enum(exportFormats).describe('edl: Resolve. xmeml: Premiere. csv, txt, json: any file.'),
    frameRate: z.string().optional().describe('Such as 24000/1001.'),
    linkOnly: z.boolean().optional().describe('true: only a link.'),
  }),
  operations: [exportOperation],
  reads: true,
  async run({ fileId, format, frameRate, linkOnly = false }, { call }) {
    const { data } = await call(exportOperation, { fileId, format, frameRate, content: !linkOnly })
    const { name, url, content } = data
    const text = content !== null && content.length <= mostCharacters ? content : undefined
    const link = `Download within 5 minutes: ${url}`
    if (text === undefined) return { content: [{ type: 'text', text: `${name}. ${link}` }] }
    // The export is a block of its own, so that it can be saved as it is.
    return {
      content: [
        { type: 'text', text: `${name} follows. ${notice} ${link}` },
        { type: 'text', text },
      ],
    }
  },
})
