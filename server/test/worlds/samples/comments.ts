import { newUuid } from '../../../src/core/ids.ts'
import type { Person, World } from '../world.ts'
import { newFile } from './files.ts'
import { type Sample, target } from './target.ts'
import { newVersion } from './versions.ts'

export const commentSamples: Record<string, Sample> = {
  createProjectComment: async (world, projectId, owner) => {
    const parent = { id: await newComment(world, projectId, owner) }
    return target({ projectId }, { content: 'A sample', parent })
  },
  createFileComment: async (world, projectId, owner) => {
    const shape = { kind: 'text', points: [[0, 1]], colour: '#ff0000', width: 0.1, text: 'Here' }
    const fields = { content: 'A sample', anchor: 1, duration: 1, annotation: { shapes: [shape] } }
    return target({ fileId: await newFile(world, projectId, owner) }, fields)
  },
  listProjectComments: async (world, projectId, owner) => {
    await newComment(world, projectId, owner)
    return target({ projectId }, { sort: { type: 'createdAt', direction: 'desc' }, resolved: false })
  },
  listFileComments: async (world, projectId, owner) =>
    target({ fileId: await newFile(world, projectId, owner) }, { sort: { type: 'anchor' } }),
  listThreads: async (world, projectId, owner) =>
    target({ fileId: await newFile(world, projectId, owner) }, { resolved: false }),
  listReplies: async (world, projectId, owner) =>
    target({ commentId: await newComment(world, projectId, owner) }),
  getComment: async (world, projectId, owner) =>
    target({ commentId: await newComment(world, projectId, owner) }),
  updateComment: async (world, projectId, owner) =>
    target({ commentId: await newComment(world, projectId, owner) }, { content: 'Another sample' }),
  deleteComment: async (world, projectId, owner) =>
    target({ commentId: await newComment(world, projectId, owner) }),
  resolveComment: async (world, projectId, owner) =>
    target({ commentId: await newComment(world, projectId, owner) }),
  reopenComment: async (world, projectId, owner) =>
    target({ commentId: await newComment(world, projectId, owner) }),
  importComments: async (world, projectId, owner) => {
    const fileId = await newFile(world, projectId, owner)
    await world.database.sql`update files set mime_type = 'video/mp4' where id = ${fileId}`
    return target({ fileId }, { content: 'Ann\t01:00:02:00\tV1\tred\tToo dark\t1\n', preview: false })
  },
  exportComments: async (world, projectId, owner) =>
    target({ fileId: await newFile(world, projectId, owner) }, { format: 'csv' }),
  exportVersionComments: async (world, projectId, owner) => {
    const fileId = await newFile(world, projectId, owner)
    await world.database.sql`update files set mime_type = 'video/mp4' where id = ${fileId}`
    const versionId = await newVersion(world, projectId, owner)
    await world.database.sql`
      insert into version_files (version_id, file_id, project_id, position) values (${versionId}, ${fileId}, ${projectId}, 0)`
    return target({ versionId }, { format: 'edl' })
  },
  createReaction: async (world, projectId, owner) =>
    target({ commentId: await newComment(world, projectId, owner) }, { type: '👍' }),
  deleteReaction: async (world, projectId, owner) => {
    const commentId = await newComment(world, projectId, owner)
    await reactByAll(world, projectId, commentId)
    return target({ commentId }, { type: '👍' })
  },
  listReactions: async (world, projectId, owner) =>
    target({ commentId: await newComment(world, projectId, owner) }),
}

export async function newComment(world: World, projectId: string, owner: Person): Promise<string> {
  const id = newUuid()
  await world.database.sql`
    insert into comments (id, project_id, author_id, content) values (${id}, ${projectId}, ${owner.userId}, 'A sample')`
  return id
}

/** Adds a reaction of every member of the workspace, so that any caller can delete one. */
async function reactByAll(world: World, projectId: string, commentId: string): Promise<void> {
  await world.database.sql`
    insert into comment_reactions (comment_id, type, user_id)
    select ${commentId}, '👍', w.user_id
    from projects p join workspace_members w on w.workspace_id = p.workspace_id where p.id = ${projectId}`
}
