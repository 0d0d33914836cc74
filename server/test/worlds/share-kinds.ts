// Every kind of share, as its settings; and for each a project that has something inside and outside of the share.
import assert from 'node:assert/strict'
import { hashToken } from '../../src/auth/api-keys.ts'
import { newShareToken } from '../../src/auth/share-guests.ts'
import type { ShareUse } from '../../src/core/access.ts'
import { newPrefixedId, newUuid } from '../../src/core/ids.ts'
import { newFile, newFolder, newObject } from './samples.ts'
import type { Person, World } from './world.ts'

export type ShareKind = {
  name: string
  items: 'FILE' | 'FOLDER' | 'VERSION'
  settings: Record<string, unknown>
  uses: ReadonlySet<ShareUse>
  seesAllComments: boolean
}

const profiles: { name: string; settings: Record<string, unknown>; uses: ShareUse[] }[] = [
  { name: 'view, own comments', settings: { access: 'VIEW', comments: 'OWN' }, uses: [] },
  { name: 'view, all comments', settings: { access: 'VIEW', comments: 'ALL' }, uses: [] },
  { name: 'comment, own comments', settings: { access: 'COMMENT', comments: 'OWN' }, uses: ['comment'] },
  { name: 'comment, all comments', settings: { access: 'COMMENT', comments: 'ALL' }, uses: ['comment'] },
  { name: 'proxies', settings: { access: 'VIEW', downloads: 'PROXY' }, uses: ['download'] },
  { name: 'originals', settings: { access: 'VIEW', downloads: 'ORIGINAL' }, uses: ['download'] },
  { name: 'uploads', settings: { access: 'VIEW', upload: true }, uses: ['upload'] },
  { name: 'verdicts', settings: { access: 'VIEW', verdicts: true }, uses: ['verdict'] },
  {
    name: 'everything',
    settings: { comments: 'ALL', downloads: 'ORIGINAL', upload: true, verdicts: true },
    uses: ['comment', 'download', 'upload', 'verdict'],
  },
]

/** Verdicts take a version. */
export const shareKinds: ShareKind[] = (['FILE', 'FOLDER', 'VERSION'] as const).flatMap((items) =>
  (['LATEST', 'FROZEN'] as const).flatMap((revisions) =>
    profiles
      .filter(({ uses }) => items === 'VERSION' || !uses.includes('verdict') || uses.length > 1)
      .map(({ name, settings, uses }) => {
        const verdicts = items === 'VERSION' && settings.verdicts === true
        const allowed = uses.filter((use) => use !== 'verdict' || verdicts)
        return {
          name: `${items}, ${revisions}, ${name}`,
          items,
          settings: { ...settings, revisions, verdicts },
          uses: new Set<ShareUse>(['view', ...allowed]),
          seesAllComments: settings.comments === 'ALL',
        }
      }),
  ),
)

export type SharedProject = Awaited<ReturnType<typeof sharedProject>>

/** Two shares of one kind in one project, which show the same file and another one each, with a guest of each. */
export async function sharedProject(world: World, owner: Person, kind: ShareKind) {
  const { sql } = world.database
  const { id: projectId } = await world.project({ owner })

  const file = async (folder: string | null, revisionOf?: string): Promise<string> => {
    const id = await newFile(world, projectId, owner, true)
    await sql`update files set folder_id = ${folder}, mime_type = 'image/png' where id = ${id}`
    await sql`insert into media (file_id, state, kind) values (${id}, 'READY', 'IMAGE')`
    const objectId = await newObject(world)
    await sql`
      insert into media_derivatives (file_id, name, step, object_id) values (${id}, 'preview.webp', 'step', ${objectId})`
    if (revisionOf !== undefined)
      await sql`
        update files f set stack_id = old.stack_id, stack_number = (
          select max(r.stack_number) + 1 from files r where r.stack_id = old.stack_id)
        from files old where f.id = ${id} and old.id = ${revisionOf}`
    return id
  }
  const comment = async (
    fileId: string | null,
    author: string,
    parent: string | null = null,
  ): Promise<string> => {
    const id = newUuid()
    await sql`
      insert into comments (id, project_id, file_id, parent_id, author_id, content)
      values (${id}, ${projectId}, ${fileId}, ${parent}, ${author}, 'A comment')`
    return id
  }
  const attachment = async (commentId: string | null, fileId: string | null, uploader: string) => {
    const id = newPrefixedId('CA')
    await sql`
      insert into comment_attachments (id, project_id, file_id, uploader_id, name, object_id, comment_id)
      values (${id}, ${projectId}, ${fileId}, ${uploader}, 'a.txt', ${await newObject(world)}, ${commentId})`
    return id
  }
  const version = async (files: string[]): Promise<string> => {
    const id = newUuid()
    await sql`
      insert into versions (id, project_id, name, allow_restricted, created_by)
      values (${id}, ${projectId}, 'A version', true, ${owner.userId})`
    for (const [i, fileId] of files.entries())
      await sql`
        insert into version_files (version_id, file_id, project_id, position)
        values (${id}, ${fileId}, ${projectId}, ${i})`
    return id
  }

  const [folder, ownFolder, otherFolder, uploads] = [
    await newFolder(world, projectId, owner),
    await newFolder(world, projectId, owner),
    await newFolder(world, projectId, owner),
    await newFolder(world, projectId, owner),
  ]
  const older = await file(folder)
  const inside = await file(folder, older)
  const [ofFirst, ofSecond, outside] = [await file(ownFolder), await file(otherFolder), await file(null)]
  const shared = { FILE: [inside], FOLDER: [folder], VERSION: [await version([inside])] }[kind.items]
  const first = { FILE: ofFirst, FOLDER: ownFolder, VERSION: await version([ofFirst]) }[kind.items]
  const second = { FILE: ofSecond, FOLDER: otherFolder, VERSION: await version([ofSecond]) }[kind.items]

  const share = async (ids: string[]) => {
    const { upload, ...settings } = kind.settings
    const { status, body } = await world.call(`POST /api/projects/${projectId}/shares`, {
      key: owner.key,
      body: {
        name: kind.name.slice(0, 100),
        items: ids.map((id) => ({ kind: kind.items, id })),
        ...settings,
        upload: upload ? { folder: { id: uploads } } : null,
      },
    })
    assert.equal(status, 201, JSON.stringify(body))
    return { id: body.data.id as string, key: body.data.url.split('/s/')[1] as string }
  }
  const guestOf = async (shareId: string) => {
    const [id, userId, token] = [newUuid(), newUuid(), newShareToken()]
    await sql`insert into users (id, email, name) values (${userId}, ${`guest-${userId}@guest.invalid`}, 'Guest')`
    await sql`insert into share_accounts (user_id, share_id) values (${userId}, ${shareId})`
    await sql`
      insert into share_guests (id, share_id, user_id, name, hash, expires_at)
      values (${id}, ${shareId}, ${userId}, 'Guest', ${hashToken(token)}, now() + interval '1 day')`
    return { id, userId, token }
  }
  const commentOf = async (shareId: string, userId: string, fileId: string) => {
    const id = await comment(fileId, userId)
    await sql`insert into share_comments (comment_id, share_id) values (${id}, ${shareId})`
    return id
  }
  const upload = async (shareId: string, guest: { id: string; userId: string }, bytes = 'hello') => {
    const id = newPrefixedId('FX')
    const objectId = newUuid()
    const begun = await world.storage.startUpload(objectId)
    await sql`
      insert into objects (id, upload_id, size, part_size, workspace_id, uploader_id)
      values (${objectId}, ${begun.uploadId}, ${bytes.length}, ${bytes.length}, ${world.workspaceId}, ${guest.userId})`
    await sql`
      insert into files (id, project_id, folder_id, name, mode, status, size, position, object_id, author_id, stack_id, stack_number)
      values (${id}, ${projectId}, ${uploads}, 'Upload', 'LOCAL', 'UPLOADING', ${bytes.length}, 1, ${objectId},
        ${guest.userId}, ${id}, 1)`
    await sql`insert into share_uploads (file_id, share_id, guest_id) values (${id}, ${shareId}, ${guest.id})`
    const url = await world.storage.partUrl(begun, 1, bytes.length, 60)
    const put = await fetch(url, { method: 'PUT', body: bytes })
    return { id, parts: [{ partNumber: 1, eTag: put.headers.get('etag')! }] }
  }

  const here = await share([...shared, first])
  const there = await share([...shared, second])
  const [guest, fellow, stranger] = [await guestOf(here.id), await guestOf(here.id), await guestOf(there.id)]
  const newer = kind.settings.revisions === 'FROZEN' ? [await file(folder, older)] : []
  const byTeam = await comment(inside, owner.userId)
  const ownComment = () => commentOf(here.id, guest.userId, inside)
  const byFellow = await commentOf(here.id, fellow.userId, inside)
  const byStranger = await commentOf(there.id, stranger.userId, inside)
  const deleted = async (id: string, deletedBy: string) => {
    const entryId = newUuid()
    await sql`
      insert into trash (id, workspace_id, project_id, kind, record_id, name, file_id, deleted_by, purge_at)
      select ${entryId}, ${world.workspaceId}, project_id, 'COMMENT', id, 'A comment', file_id, ${deletedBy},
        now() + interval '30 days'
      from comments where id = ${id}`
    await sql`update all_comments set trash_id = ${entryId} where id = ${id}`
    return id
  }
  const onOutside = await comment(outside, owner.userId)
  const onProject = await comment(null, owner.userId)
  const versionOfOthers = await version([inside, outside])
  return {
    projectId,
    share: here,
    otherShare: there,
    guest,
    stranger,
    folder,
    uploads,
    inside,
    version: kind.items === 'VERSION' ? shared[0]! : undefined,
    visibleComment: kind.seesAllComments ? byTeam : await ownComment(),
    ownComment,
    /** The guest deleted it. */
    deletedComment: async () => deleted(await ownComment(), guest.userId),
    ownUpload: () => upload(here.id, guest),
    ownAttachment: async () => {
      const id = await attachment(null, inside, guest.userId)
      return id
    },
    attachmentOn: (commentId: string) => attachment(commentId, inside, owner.userId),
    react: (commentId: string) => sql`
      insert into comment_reactions (comment_id, type, user_id) values (${commentId}, '👍', ${guest.userId})
      on conflict do nothing`,
    /** Ids that exist in the project and not to the guest. */
    hidden: {
      files: [
        older,
        ofSecond,
        outside,
        ...newer,
        (await upload(there.id, stranger)).id,
        (await upload(here.id, fellow)).id,
      ],
      folders: [otherFolder, ...(kind.items === 'FOLDER' ? [] : [folder])],
      versions: [versionOfOthers, ...(kind.items === 'VERSION' ? [second] : [await version([inside])])],
      comments: [onOutside, onProject, byStranger, ...(kind.seesAllComments ? [] : [byTeam, byFellow])],
      deletedComments: [
        await deleted(await ownComment(), owner.userId),
        await deleted(await comment(inside, owner.userId), owner.userId),
        await deleted(await comment(outside, guest.userId), guest.userId),
        await deleted(await commentOf(here.id, fellow.userId, inside), fellow.userId),
        await deleted(await commentOf(there.id, stranger.userId, inside), stranger.userId),
      ],
      attachments: [
        await attachment(onOutside, outside, owner.userId),
        await attachment(byStranger, inside, stranger.userId),
        await attachment(null, inside, stranger.userId),
        await attachment(null, inside, fellow.userId),
        await attachment(null, outside, guest.userId),
        ...(kind.seesAllComments ? [] : [await attachment(byTeam, inside, owner.userId)]),
      ],
    },
  }
}
