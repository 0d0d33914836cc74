// The orders of the list of files. Each is an index of `files` that begins with the project.
import { z } from 'zod'
import type { Keyset } from '../../core/pages.ts'
import { SortDirection } from '../../core/schemas.ts'

type Columns = Keyset['columns']

const byId = ['f.id', 'text'] as const
const byName = ['f.name_sort', 'text'] as const

export const fileSorts = {
  createdAt: [['f.created_at', 'timestamptz'], byId],
  updatedAt: [['f.updated_at', 'timestamptz'], byId],
  name: [byName, byId],
  size: [['f.size_sort', 'bigint'], byId],
  tag: [['f.tag_sort', 'smallint'], byName, byId],
  kind: [['f.kind', 'text'], byName, byId],
} as const satisfies Record<string, Columns>

export type FileSort = { type: keyof typeof fileSorts; direction: 'asc' | 'desc' }

export const newestFirst: FileSort = { type: 'createdAt', direction: 'desc' }

export const fileSortInput = z
  .strictObject({
    type: z
      .enum(Object.keys(fileSorts) as [FileSort['type'], ...FileSort['type'][]])
      .default('createdAt')
      .describe(
        'What to sort by. `name` ignores case and counts numbers by their value: shot2 comes before shot10. `tag` follows the order of the tags, `size` puts unknown sizes first; files of one tag or kind are sorted by name.',
      ),
    direction: SortDirection.default('desc').describe('Ascending or descending.'),
  })
  .nullish()
  .describe('Without it the newest come first; with a keyword, the best matches.')
