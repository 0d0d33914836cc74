// Names and avatars, for operators: the same values that people set in their settings.
import { readFile, stat } from 'node:fs/promises'
import { failure, usageError } from '../../../cli/src/kit/errors.ts'
import type { Config } from '../config.ts'
import { ApiError } from '../core/errors.ts'
import { fragment, type Sql } from '../core/sql.ts'
import { emit } from '../events/outbox.ts'
import { profileEvent } from '../events/resource-events.ts'
import { createAvatar } from '../media/image/avatar.ts'
import { type AvatarImages, type AvatarOwner, maxAvatarBytes, putAvatar } from '../records/avatar.ts'
import { useSandbox } from '../sandbox/sandbox.ts'
import { defineCommand, flag, optional, required } from './command.ts'
import * as values from './values.ts'

const avatarOptions = {
  avatar: optional('FILE', 'a PNG, JPEG or WebP of at most 5 MB, cropped to its centre', values.path),
  'no-avatar': flag('remove the avatar'),
}

export const workspaceUpdate = defineCommand({
  name: 'workspace update',
  summary: 'Change the name or avatar of a workspace.',
  options: {
    workspace: required('ID', 'the workspace', values.id('workspace')),
    name: optional('NAME', '1 to 100 characters', values.name),
    ...avatarOptions,
  },
  concerns: ({ workspace }) => ({ of: 'workspace', id: workspace }),
  async run({ workspace, name, ...avatar }, { database, config }) {
    const images = await readImages(avatar, config)
    if (name === undefined && images === undefined) throw nothingToChange('--name, --avatar or --no-avatar')
    await database.transaction(async (sql) => {
      const found = await sql`
        update workspaces set name = coalesce(${name ?? null}, name) where id = ${workspace} returning id`
      if (found.length === 0)
        throw failure(`there is no workspace ${workspace}: \`admin workspace list\` shows them`)
      await writeAvatar(sql, { workspaceId: workspace }, config, images)
    })
    return { json: { id: workspace }, text: `The workspace ${workspace} is updated.` }
  },
})

export const userUpdate = defineCommand({
  name: 'user update',
  summary: 'Change the name or avatar of a user; with --workspace, for that workspace only.',
  options: {
    user: required('ID', 'the user', values.id('user')),
    workspace: optional('ID', 'change the name or avatar in this workspace only', values.id('workspace')),
    name: optional('NAME', '1 to 100 characters', values.name),
    'no-name': flag('with --workspace: use the name of the account again'),
    ...avatarOptions,
  },
  concerns: ({ user }) => ({ of: 'user', id: user }),
  async run({ user, workspace, name, 'no-name': noName, ...avatar }, { database, config }) {
    if (noName && (name !== undefined || workspace === undefined))
      throw usageError('--no-name requires --workspace and cannot be combined with --name')
    const images = await readImages(avatar, config)
    if (name === undefined && !noName && images === undefined)
      throw nothingToChange('--name, --avatar or --no-avatar')
    await database.transaction(async (sql) => {
      const found = await (workspace === undefined
        ? sql`update users set name = coalesce(${name ?? null}, name) where id = ${user} returning id`
        : sql`
          update workspace_members
          set display_name = ${noName ? null : fragment`coalesce(${name ?? null}, display_name)`}
          where user_id = ${user} and workspace_id = ${workspace} returning id`)
      if (found.length === 0) throw failure(notThere(user, workspace))
      const owner = workspace === undefined ? { userId: user } : { userId: user, workspaceId: workspace }
      await writeAvatar(sql, owner, config, images)
      const changed = fragment`(select ${user}::uuid as user_id, ${workspace ?? null}::uuid as workspace_id)`
      await sql`${emit(profileEvent(null, changed))}`
    })
    return { json: { id: user }, text: `The user ${user} is updated.` }
  },
})

function notThere(user: string, workspace: string | undefined): string {
  const where = workspace === undefined ? '' : ` in a workspace ${workspace}`
  return `there is no user ${user}${where}: \`admin user list\` shows them`
}

function nothingToChange(options: string) {
  return usageError(`nothing to change: pass ${options}`)
}

type AvatarValues = { avatar: string | undefined; 'no-avatar': boolean | undefined }

/** null removes the avatar; undefined leaves it unchanged. */
async function readImages(
  { avatar, 'no-avatar': removes }: AvatarValues,
  { media, dataDir }: Config,
): Promise<AvatarImages | null | undefined> {
  if (avatar === undefined) return removes ? null : undefined
  if (removes) throw usageError('use either --avatar or --no-avatar, not both')
  const found = await stat(avatar).catch(() => undefined)
  if (!found?.isFile()) throw failure(`there is no file ${avatar}`)
  if (found.size > maxAvatarBytes) throw failure(`${avatar} is larger than 5 MB`)
  useSandbox(media.sandbox, dataDir)
  try {
    return await createAvatar('admin', await readFile(avatar), undefined)
  } catch (error) {
    throw error instanceof ApiError ? failure(`${avatar}: ${error.message}`) : error
  }
}

async function writeAvatar(
  sql: Sql,
  owner: AvatarOwner,
  { baseUrl, mediaBaseUrl = baseUrl }: Config,
  images: AvatarImages | null | undefined,
): Promise<void> {
  if (images !== undefined) await sql`with ${putAvatar(owner, mediaBaseUrl, images)} select url from avatar`
}
