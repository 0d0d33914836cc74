import { randomBytes } from 'node:crypto'
import { hashToken } from '../../../src/auth/api-keys.ts'
import { newShareToken } from '../../../src/auth/share-guests.ts'
import { newUuid, randomBase62 } from '../../../src/core/ids.ts'
import type { Person, World } from '../world.ts'
import { newFile } from './files.ts'
import { type Sample, target, uniqueName } from './target.ts'

/** Operations about one share. */
const ofShare: Sample = async (world, projectId, owner) =>
  target({ shareId: (await newShare(world, projectId, owner)).id })

export const shareSamples: Record<string, Sample> = {
  getShare: ofShare,
  deleteShare: ofShare,
  endShare: ofShare,
  previewShare: ofShare,
  listShareGuests: async (world, projectId, owner) => {
    const { params } = await ofShare(world, projectId, owner)
    return target(params, { page: 1 })
  },
  listShares: async (world, projectId, owner) => {
    await newShare(world, projectId, owner)
    return target({ projectId })
  },
  getOpenShare: async (world, projectId, owner) => {
    await newShare(world, projectId, owner)
    return target()
  },
  createShare: async (world, projectId, owner) => {
    const items = [{ kind: 'FILE', id: await newFile(world, projectId, owner) }]
    return target({ projectId }, { name: uniqueName(), items })
  },
  updateShare: async (world, projectId, owner) =>
    target({ shareId: (await newShare(world, projectId, owner)).id }, { name: uniqueName() }),
  endShareForGuest: async (world, projectId, owner) => {
    const { id, guestId } = await newShare(world, projectId, owner)
    return target({ shareId: id, guestId })
  },
  lookAtShare: async (world, projectId, owner) => {
    const { key } = await newShare(world, projectId, owner)
    return target({}, { key })
  },
  openShare: async (world, projectId, owner) => {
    const { key } = await newShare(world, projectId, owner)
    return target({}, { key, name: 'Guest' })
  },
  createShareArchive: async (world, projectId, owner) => {
    const { id, fileId } = await newShare(world, projectId, owner)
    await world.database.sql`update shares set downloads = 'ORIGINAL' where id = ${id}`
    return target({}, { files: [{ id: fileId }], variant: 'ORIGINAL' })
  },
  reportShareView: async (world, projectId, owner) => {
    const { fileId } = await newShare(world, projectId, owner)
    return target({}, { fileId, watched: 0.5 })
  },
}

/** A share of one new file that a guest has opened. */
export async function newShare(world: World, projectId: string, owner: Person) {
  const { sql } = world.database
  const [id, guestId, userId] = [newUuid(), newUuid(), newUuid()]
  const key = randomBase62(32)
  const token = newShareToken()
  const fileId = await newFile(world, projectId, owner)
  await sql`
    insert into shares (id, project_id, name, access, comments, verdicts, downloads, revisions, key_hash, key_sealed,
      email, created_by)
    values (${id}, ${projectId}, ${uniqueName()}, 'COMMENT', 'ALL', false, 'NONE', 'LATEST', ${hashToken(key)},
      ${randomBytes(32)}, 'NONE', ${owner.userId})`
  await sql`
    insert into share_items (share_id, project_id, position, stack_id) values (${id}, ${projectId}, 1, ${fileId})`
  await sql`insert into users (id, email, name) values (${userId}, ${`guest-${userId}@guest.invalid`}, 'Guest')`
  await sql`insert into share_accounts (user_id, share_id) values (${userId}, ${id})`
  await sql`
    insert into share_guests (id, share_id, user_id, name, hash, expires_at)
    values (${guestId}, ${id}, ${userId}, 'Guest', ${hashToken(token)}, now() + interval '1 day')`
  return { id, key, fileId, guestId, token }
}
