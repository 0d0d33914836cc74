// The settings of a share in the form: as people choose them, and as they are sent.
import type { CreateShareFields, Share } from '@dailies/sdk'
import { type Expiry, expiryTime } from '../people/link-expiry.ts'

export type Item = Share['items'][number]

type Upload = NonNullable<Share['upload']>
export type UploadKind = NonNullable<Upload['kinds']>[number]

export type Settings = Pick<
  Share,
  'name' | 'items' | 'access' | 'comments' | 'verdicts' | 'downloads' | 'revisions' | 'email' | 'watermark'
> & {
  welcome: string
  /** `keep`: the date or the password that the share has. */
  expiry: Expiry | 'keep'
  /** The last day, for `date`. */
  day: string
  password: 'keep' | 'none' | 'new'
  newPassword: string
  upload: null | { folderId: string; gigabytes: string; kinds: readonly UploadKind[] }
}

/** For the parts of the form. */
export type FieldsProps = {
  settings: Settings
  change: (part: Partial<Settings>) => void
  /** The error of a field, by its JSON pointer. */
  errorAt: (path: string) => string | undefined
}

/** Careful, as the API is: guests comment, and see no internal notes; nothing leaves the page. */
export function newSettings(name: string, items: readonly Item[]): Settings {
  return {
    name,
    items: [...items],
    access: 'COMMENT',
    comments: 'OWN',
    verdicts: items.some(({ kind }) => kind === 'VERSION'),
    downloads: 'NONE',
    revisions: 'LATEST',
    email: 'NONE',
    watermark: null,
    welcome: '',
    expiry: 'never',
    day: '',
    password: 'none',
    newPassword: '',
    upload: null,
  }
}

const gigabyte = 1e9

export function settingsOf(share: Share): Settings {
  const { name, items, access, comments, verdicts, downloads, revisions, email, watermark, upload } = share
  return {
    ...{ name, items, access, comments, verdicts, downloads, revisions, email, watermark },
    welcome: share.welcome ?? '',
    expiry: share.expiresAt === null ? 'never' : 'keep',
    day: '',
    password: share.hasPassword ? 'keep' : 'none',
    newPassword: '',
    upload: upload && {
      folderId: upload.folder.id,
      gigabytes: upload.maxBytes === null ? '' : String(upload.maxBytes / gigabyte),
      kinds: upload.kinds ?? [],
    },
  }
}

/** The fields to send: all settings, except for those that stay as they are. */
export function fieldsOf(settings: Settings): CreateShareFields {
  const { name, items, access, comments, downloads, revisions, email, watermark, upload } = settings
  return {
    ...{ access, comments, downloads, revisions, email, watermark },
    name: name.trim(),
    items: items.map(({ kind, id }) => ({ kind, id })),
    // Without a review there is nothing to give a verdict on.
    verdicts: settings.verdicts && items.some(({ kind }) => kind === 'VERSION'),
    welcome: settings.welcome.trim() || null,
    ...(settings.expiry !== 'keep' && { expiresAt: expiryTime(settings.expiry, settings.day) }),
    ...(settings.password === 'none' && { password: null }),
    ...(settings.password === 'new' && { password: settings.newPassword }),
    upload: upload && {
      folder: { id: upload.folderId },
      maxBytes: bytesOf(upload.gigabytes),
      kinds: upload.kinds.length === 0 ? null : [...upload.kinds],
    },
  }
}

/**
 * The fields of a share that were changed. Sending all would choose the items again: a frozen share would show newer files, and
 * items in the trash would not come back.
 */
export function changesOf(before: Settings, after: Settings): Partial<CreateShareFields> {
  const old = new Map(Object.entries(fieldsOf(before)))
  const changed = Object.entries(fieldsOf(after)).filter(
    ([name, value]) => JSON.stringify(value) !== JSON.stringify(old.get(name)),
  )
  return Object.fromEntries(changed)
}

function bytesOf(gigabytes: string): number | null {
  const number = Number(gigabytes.replace(',', '.'))
  return gigabytes.trim() === '' || !(number > 0) ? null : Math.round(number * gigabyte)
}

/** The items with one of them moved up or down. */
export function moved(items: readonly Item[], place: number, by: 1 | -1): Item[] {
  const [item] = items.slice(place, place + 1)
  const rest = items.toSpliced(place, 1)
  return item ? rest.toSpliced(place + by, 0, item) : [...items]
}

/** The name of a share for what was chosen: of one thing its own, without an extension. */
export function nameFor(items: readonly Item[], project: string): string {
  const [only, another] = items
  const name =
    only && !another ? (only.kind === 'FILE' ? only.name.replace(/\.[^.]{1,5}$/, '') : only.name) : project
  return [...name].slice(0, 100).join('')
}
