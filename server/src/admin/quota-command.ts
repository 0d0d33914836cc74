import { failure, usageError } from '../../../cli/src/kit/errors.ts'
import { printable } from '../../../cli/src/kit/terminal-text.ts'
import { readUsedBytes } from '../records/usage.ts'
import { defineCommand, optional, required } from './command.ts'
import * as values from './values.ts'

/** null: the quota of the installation; -1: none. */
type Quota = number | null

export const workspaceQuota = defineCommand({
  name: 'workspace quota',
  summary: 'Set how much a workspace may store, or show it. Servers apply it within a second.',
  details:
    'The quota counts originals, attachments and the trash, and no previews. An upload that does not fit is refused\n' +
    'before it starts. WORKSPACE_QUOTA_GB is the quota of all workspaces that have none of their own.',
  options: {
    workspace: required('ID', 'the workspace', values.id('workspace')),
    gb: optional(
      'NUMBER',
      'in GB of 2^30 bytes; none for no quota, default for WORKSPACE_QUOTA_GB',
      gigabytes,
    ),
  },
  concerns: ({ workspace, gb }) => (gb === undefined ? null : { of: 'workspace', id: workspace }),
  async run({ workspace, gb }, { database: { sql }, config }) {
    const [found] = await sql<{ name: string; own: Quota }>`
      update workspaces set quota_bytes = case when ${gb !== undefined} then ${gb ?? null}::bigint else quota_bytes end
      where id = ${workspace} returning name, quota_bytes as own`
    if (!found) throw failure(`there is no workspace ${workspace}: \`admin workspace list\` shows them`)
    const { name, own } = found
    const quotaBytes = own === null ? (config.quotas.workspace ?? null) : own < 0 ? null : own
    const usedBytes = await readUsedBytes(sql, workspace)
    const may = quotaBytes === null ? 'has no quota' : `may store ${inGigabytes(quotaBytes)} GB`
    const source = own === null ? ' (the default)' : ''
    return {
      json: { id: workspace, quotaBytes, isDefault: own === null, usedBytes },
      text: `The workspace "${printable(name)}" ${may}${source} and uses ${inGigabytes(usedBytes)} GB.`,
    }
  },
})

function gigabytes(text: string): Quota {
  if (text === 'default') return null
  if (text === 'none') return -1
  const bytes = /^\d+(\.\d+)?$/.test(text) ? Math.round(Number(text) * 2 ** 30) : -1
  if (bytes >= 0 && bytes <= 2 ** 50) return bytes
  throw usageError(`"${text}" is not a number of gigabytes up to 1048576, none or default`)
}

function inGigabytes(bytes: number): number {
  return Number((bytes / 2 ** 30).toPrecision(3))
}
