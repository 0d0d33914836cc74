// The settings of a share in requests, and the rules between them.
import { z } from 'zod'
import { ApiError, type FieldError } from '../../core/errors.ts'
import { millisOf, RealTime, ShareItemId, text } from '../../core/schemas.ts'
import {
  ItemKind,
  ShareAccess,
  ShareComments,
  ShareDownloads,
  ShareEmail,
  ShareRevisions,
  ShareUploadInput,
  WatermarkInput,
} from '../../records/share.ts'

/** More than anybody arranges by hand. */
const maxItems = 200

const Item = z.strictObject({
  kind: ItemKind.describe('What the ID is of.'),
  id: ShareItemId,
})
export type ItemInput = z.output<typeof Item>

export const ShareName = text(1, 100).describe('Name of the share, which guests see.')
export const ShareItems = z
  .array(Item)
  .min(1)
  .max(maxItems)
  .describe('Files, folders and versions of the project, in the order in which guests see them; each once.')
export const ShareExpiry = RealTime.nullable().describe(
  'When the share ends: UTC, `YYYY-MM-DD HH:MM:SS.ffffff`, in the future; null if it does not end by itself.',
)
export const SharePassword = text(1, 128).nullable().describe('Password that opening takes; null for none.')
export const ShareWelcome = text(1, 2000).nullable().describe('Text that guests read first; null for none.')

export const shareSettings = {
  access: ShareAccess,
  comments: ShareComments,
  verdicts: z.boolean().describe('Whether guests can give verdicts. It takes a version among the items.'),
  downloads: ShareDownloads,
  upload: ShareUploadInput.nullable().describe('Where and what guests can upload; null for nothing.'),
  revisions: ShareRevisions,
  welcome: ShareWelcome,
  email: ShareEmail,
  watermark: WatermarkInput.nullable().describe('Text drawn into what guests see; null for none.'),
}

export function requireFuture(expiresAt: string | null | undefined): void {
  if (expiresAt == null || millisOf(expiresAt) > Date.now()) return
  refuse([{ path: '/expiresAt', code: 'too_small', message: 'Must be in the future.' }])
}

type Settings = { verdicts: boolean; downloads: string; watermark: unknown }

/** Refuses settings that contradict each other. */
export function requireConsistent(
  { verdicts, downloads, watermark }: Settings,
  kinds: readonly string[],
): void {
  const errors: FieldError[] = []
  if (verdicts && !kinds.includes('VERSION')) {
    const message = 'Guests give verdicts on versions: add a version to the items, or switch verdicts off.'
    errors.push({ path: '/verdicts', code: 'contradiction', message })
  }
  if (watermark != null && downloads === 'ORIGINAL') {
    const message = 'Originals have no watermark: choose PROXY or NONE, or remove the watermark.'
    errors.push({ path: '/downloads', code: 'contradiction', message })
  }
  refuse(errors)
}

export function refuse(errors: FieldError[]): void {
  if (errors.length > 0) throw new ApiError('invalid_request', { errors })
}
