// Comments as a model reads them: one short object each, with drawings summarised.
import { z } from 'zod'
import type { CommentThread } from '../../../records/thread.ts'
import { excerpt } from './brief.ts'

export const Note = z.object({
  id: z.string(),
  at: z.string().optional().describe('Frame, seconds or page.'),
  by: z.string().optional(),
  text: z.string().optional(),
  drawing: z.string().optional().describe('Shapes drawn on the image.'),
  attachments: z.number().optional(),
  replies: z.array(z.string()).optional().describe('Newest replies, oldest first.'),
  earlierReplies: z.number().optional(),
  resolved: z.boolean().optional(),
})
export type Note = z.output<typeof Note>

/** `isDocument`: the anchor is a page, and not a time. */
export function noteOf(thread: CommentThread, isDocument: boolean, full: boolean): Note {
  const { id, content, author, agent, shapes, attachmentCount, replies, replyCount, resolvedAt } = thread
  const shown = (text: string) => (full ? text : excerpt(text))
  const earlier = replyCount - replies.length
  return {
    id,
    ...optional('at', placeOf(thread, isDocument)),
    ...optional('by', author ? nameOf(author.name, agent) : undefined),
    ...optional('text', content === null ? undefined : shown(content)),
    ...optional('drawing', summaryOf(shapes)),
    ...(attachmentCount > 0 ? { attachments: attachmentCount } : {}),
    ...(replies.length > 0
      ? {
          replies: replies.map(
            (reply) => `${nameOf(reply.author ?? '?', reply.agent)}: ${shown(reply.content ?? '')}`,
          ),
        }
      : {}),
    ...(earlier > 0 ? { earlierReplies: earlier } : {}),
    ...(resolvedAt === null ? {} : { resolved: true }),
  }
}

export const nameOf = (name: string, agent: boolean) => (agent ? `${name} (by an agent)` : name)

function optional<Key extends string>(key: Key, value: string | undefined): { [K in Key]?: string } {
  return (value === undefined ? {} : { [key]: value }) as { [K in Key]?: string }
}

function placeOf({ anchor, frame, duration }: CommentThread, isDocument: boolean): string | undefined {
  if (anchor === null && frame === null) return undefined
  if (isDocument) return `page ${anchor}`
  const length = duration ? ` for ${seconds(duration)}` : ''
  return [frame === null ? undefined : `frame ${frame}`, anchor === null ? undefined : seconds(anchor)]
    .filter((part) => part !== undefined)
    .join(', ')
    .concat(length)
}

const seconds = (ms: number) => `${Number((ms / 1000).toFixed(3))} s`

/** `2 arrow, 1 box`. */
function summaryOf(shapes: readonly string[]): string | undefined {
  const counts = new Map<string, number>()
  for (const kind of shapes) counts.set(kind, (counts.get(kind) ?? 0) + 1)
  return counts.size === 0 ? undefined : [...counts].map(([kind, count]) => `${count} ${kind}`).join(', ')
}
