// Missing, malformed, deleted and inaccessible resources return the same bytes: a response never reveals that something
// exists.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Locator } from '../../../src/core/access.ts'
import { newPrefixedId, newUuid, type Prefix } from '../../../src/core/ids.ts'
import { methodAndPath, type Operation } from '../../../src/core/operation.ts'
import { verbatim } from '../../../src/core/sql.ts'
import { operations } from '../../../src/service.ts'
import { type RawAnswer, sendKept } from '../../helpers/raw-http.ts'
import { bindings, toCall } from '../../helpers/requests.ts'
import { join, newFile, personalRecords, sampleFor, type Target } from '../../worlds/samples.ts'
import { credentialHeaders, type Person, startWorld } from '../../worlds/world.ts'

const world = await startWorld()
const caller = await world.person({ role: 'OWNER' })
const elsewhere = await world.workspace()
await world.person({ workspaceId: elsewhere, email: caller.email })

const located = operations.filter((operation) => methodAndPath(operation).pathKeys.length > 0)

/** Resources of a project, and resources of a workspace only. */
const tables = {
  projectId: 'projects',
  folderId: 'folders',
  memberId: 'project_members',
  versionId: 'versions',
  fileId: 'files',
  commentId: 'comments',
  linkId: 'access_links',
  shareId: 'shares',
  reviewRequestId: 'review_requests',
  attachmentId: 'comment_attachments',
  generationAttachmentId: 'generation_attachments',
  skillReviewerId: 'skill_reviewers',
  skillReviewId: 'skill_reviews',
  draftNoteId: 'draft_notes',
  trashId: 'trash',
  trashedFileId: 'trash',
  trashedFolderId: 'trash',
  trashedCommentId: 'trash',
  trashedVersionId: 'trash',
  trashedSkillId: 'trash',
  skillId: 'skills',
  skillVersionId: 'skill_versions',
  profileId: 'check_profiles',
  skillExampleId: 'skill_examples',
  skillEvaluationId: 'skill_evaluations',
  apiKeyId: 'api_keys',
  connectedAppId: 'oauth_grants',
  connectionId: 'api_keys',
  invitationId: 'invitations',
  passkeyId: 'passkeys',
  sessionId: 'sessions',
  workspaceMemberId: 'workspace_members',
  webhookId: 'webhooks',
  deliveryId: 'webhook_deliveries',
} satisfies Record<Locator, string> & Record<string, string>

type Key = keyof typeof tables

const prefixes: Partial<Record<Key, Prefix>> = {
  folderId: 'DX',
  fileId: 'FX',
  attachmentId: 'CA',
  generationAttachmentId: 'GA',
  trashedFileId: 'FX',
  trashedFolderId: 'DX',
  trashedSkillId: 'SK',
  skillId: 'SK',
  skillVersionId: 'SV',
  profileId: 'CP',
}

test('every operation with an id in its path declares how the id leads to a project, or belongs to a workspace', () => {
  const unknown = located.filter((operation) => {
    const { pathKeys } = methodAndPath(operation)
    if (operation.project) return !pathKeys.includes(operation.project)
    return pathKeys.length !== 1 || !(pathKeys[0]! in tables)
  })
  assert.deepEqual(
    unknown.map((operation) => operation.name),
    [],
    'these are not tested here: teach this file how their ids are unknown, deleted and out of sight',
  )
})

type Ids = { valid: Target; ids: Record<string, string> }
const idsByOperation = new Map<Operation, Ids>()

/** All bindings of an operation are refused for the same ids, which nothing changes. */
async function idsOf(operation: Operation): Promise<Ids> {
  const found = idsByOperation.get(operation) ?? (await newIds(operation))
  idsByOperation.set(operation, found)
  return found
}

async function newIds(operation: Operation): Promise<Ids> {
  const key = keyOf(operation)
  const own = await world.project({ owner: caller })
  const valid = await sampleFor(operation)(world, own.id, caller)
  const ids: Record<string, string> = {
    unknown: unknownId(key),
    deleted: await deletedId(operation),
    'in another workspace, open to it': await foreignId(operation, elsewhere, 'ALLOW_WORKSPACE_MEMBER'),
    // Resources of an account are visible in all of its workspaces.
    ...(personalRecords[operation.name]?.of === 'account'
      ? {}
      : { 'in an own project of another workspace': await ownForeignId(operation) }),
    ...(operation.project
      ? {
          'in a project without a role': await foreignId(operation, world.workspaceId, 'ONLY_PROJECT_MEMBER'),
          'in a project that is due for deletion': await destroyedId(operation),
        }
      : {}),
    ...malformedIds(valid.params[key]!),
  }
  return { valid, ids }
}

for (const operation of located) {
  for (const binding of bindings(operation, operations)) {
    test(`404: ${operation.name} (${binding}) returns the same bytes for missing, malformed, deleted and hidden ids`, async () => {
      const { valid, ids } = await idsOf(operation)
      const answers = new Map<string, RawAnswer>()
      for (const [what, id] of Object.entries(ids)) {
        const target = { ...valid, params: { ...valid.params, [keyOf(operation)]: id } }
        answers.set(what, await send(operation, target, binding, caller))
      }
      assertAlike(answers)
    })
  }
}

/** Hides a resource that restricted reviewers can see. */
const hide: Partial<Record<Locator, (id: string, hiddenFile: string) => Promise<unknown>>> = {
  folderId: (id) => world.database.sql`update files set allow_restricted = false where folder_id = ${id}`,
  versionId: (id) => world.database.sql`update versions set allow_restricted = false where id = ${id}`,
  fileId: (id) => world.database.sql`update files set allow_restricted = false where id = ${id}`,
  commentId: (id, file) => world.database.sql`update comments set file_id = ${file} where id = ${id}`,
  attachmentId: (id, file) =>
    world.database.sql`update comment_attachments set file_id = ${file} where id = ${id}`,
  trashId: (id) => world.database.sql`update all_files set allow_restricted = false where trash_id = ${id}`,
  trashedFileId: (id) => world.database.sql`update all_files set allow_restricted = false where id = ${id}`,
  trashedFolderId: (id) =>
    world.database.sql`update all_files set allow_restricted = false where folder_id = ${id}`,
  trashedCommentId: (id, file) =>
    world.database.sql`update trash set file_id = ${file} where record_id = ${id}`,
  trashedVersionId: (id) =>
    world.database.sql`update all_versions set allow_restricted = false where id = ${id}`,
}

for (const operation of located.filter(({ project }) => project !== undefined && hide[project])) {
  test(`404: ${operation.name} hides unmarked files from a restricted reviewer`, async () => {
    const { id: projectId, owner } = await world.project()
    await join(world, projectId, caller.userId, 'PROJECT_RESTRICTED_REVIEWER')
    const [shown, hidden] = [await sampled(), await sampled()]
    const key = operation.project!
    await hide[key]!(hidden.params[key]!, await newFile(world, projectId, owner, false))
    const unknown = { ...hidden, params: { ...hidden.params, [key]: unknownId(key) } }
    const answers = new Map<string, RawAnswer>()
    for (const [what, target] of Object.entries({ unknown, hidden })) {
      answers.set(what, await send(operation, target, 'declared', caller))
    }
    assertAlike(answers)
    const { status } = await send(operation, shown, 'declared', caller)
    assert.notEqual(status, 404, 'what is marked for them is there')

    function sampled(): Promise<Target> {
      return sampleFor(operation)(world, projectId, owner)
    }
  })
}

async function send(
  operation: Operation,
  target: Target,
  binding: 'declared' | 'get' | 'override',
  who: Person,
) {
  const { route, options } = toCall(operation, target, binding)
  const [method, path] = route.split(' ') as [string, string]
  const headers = Object.entries(options.headers ?? {})
  // All requests use the same id, so that the responses must be equal to the byte.
  const key = await world.credential(operation, who)
  headers.push(...credentialHeaders(world.url, key), ['X-Request-Id', 'the-same-for-all'])
  const body = options.body === undefined ? undefined : JSON.stringify(options.body)
  if (body !== undefined) headers.push(['Content-Type', 'application/json'])
  return sendKept(world.url, { method, path, headers, body })
}

function assertAlike(answers: Map<string, RawAnswer>): void {
  const [first, ...others] = [...answers].map(([what, answer]) => ({ what, text: visible(answer) }))
  assert.match(first!.text, /^{"status":404,/)
  const different = others
    .filter(({ text }) => text !== first!.text)
    .map(({ what, text }) => `${what}: ${text.slice(0, 1_000)}`)
  assert.deepEqual(different, [], `these differ from ${first!.what}: ${first!.text}`)
}

/** The response without the parts that may differ; the limit headers must be equal. */
function visible(answer: RawAnswer): string {
  const headers = answer.headers
    .filter(([name]) => name !== 'date')
    .map(([name, value]) => [name, name === 'ratelimit' ? '' : value])
  return JSON.stringify({ ...answer, headers })
}

/** The path parameter that leads to a project, or else the only one. */
function keyOf(operation: Operation): Key {
  return operation.project ?? (methodAndPath(operation).pathKeys[0] as Key)
}

function unknownId(key: Key): string {
  const prefix = prefixes[key]
  return prefix === undefined ? newUuid() : newPrefixedId(prefix)
}

/** Ids that cannot exist. */
function malformedIds(valid: string): Record<string, string> {
  const ids = {
    'a word': 'nope',
    'cut short': valid.slice(0, -1),
    'one character more': `${valid}0`,
    'with a space before': ` ${valid}`,
    'with a NUL after': `${valid}\0`,
    'with a line feed after': `${valid}\n`,
    'half an injection': `${valid}' or '1'='1`,
    'not ASCII': 'ｎｏｐｅ',
    'a path': `../${valid}`,
    long: 'a'.repeat(200),
    'very long': 'a'.repeat(5_000),
  }
  return Object.fromEntries(Object.entries(ids).map(([what, id]) => [`malformed, ${what}`, id]))
}

async function foreignId(operation: Operation, workspaceId: string, accessRange: string): Promise<string> {
  const { id, owner } = await world.project({ workspaceId, accessRange })
  const target = await sampleFor(operation)(world, id, owner)
  return target.params[keyOf(operation)]!
}

/** A project where the caller is a member, but the key belongs to another workspace. */
async function ownForeignId(operation: Operation): Promise<string> {
  const { id } = await world.project({ workspaceId: elsewhere, owner: caller })
  const target = await sampleFor(operation)(world, id, caller)
  return target.params[keyOf(operation)]!
}

async function deletedId(operation: Operation): Promise<string> {
  const { id } = await world.project({ owner: caller })
  const target = await sampleFor(operation)(world, id, caller)
  const gone = target.params[keyOf(operation)]!
  const table = tables[keyOf(operation)]
  if (table === 'trash') return purgedId(gone)
  // A folder with files cannot be deleted.
  await world.database.sql`update files set folder_id = null where folder_id = ${gone}`
  const [row] = await world.database.sql`delete from ${verbatim(table)} where id = ${gone} returning id`
  assert.notEqual(row, undefined)
  return gone
}

/** A record in the trash that was deleted for good, before the job that deletes it has run. */
async function purgedId(gone: string): Promise<string> {
  const [row] = await world.database.sql`
    update trash set purged_at = now() where id::text = ${gone} or record_id = ${gone} returning id`
  assert.notEqual(row, undefined)
  return gone
}

/** A project whose deletion is due, before the job that deletes it has run. */
async function destroyedId(operation: Operation): Promise<string> {
  const { id } = await world.project({ owner: caller })
  const target = await sampleFor(operation)(world, id, caller)
  await world.database.sql`update projects set destroyed_at = now() - interval '1 second' where id = ${id}`
  return target.params[keyOf(operation)]!
}
