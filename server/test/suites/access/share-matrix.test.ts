// Every kind of share × every operation × inside and outside of what the share shows. A call that guests may not make, and a
// record that they may not see, are answered to the byte as an unknown id is.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { newPrefixedId, newUuid } from '../../../src/core/ids.ts'
import { methodAndPath, type Operation } from '../../../src/core/operation.ts'
import { operations } from '../../../src/service.ts'
import { type RawAnswer, sendKept } from '../../helpers/raw-http.ts'
import { bindings, toCall } from '../../helpers/requests.ts'
import { addCaptions } from '../../worlds/samples/captions.ts'
import { sampleFor, type Target } from '../../worlds/samples.ts'
import { type SharedProject, sharedProject, shareKinds } from '../../worlds/share-kinds.ts'
import { startWorld } from '../../worlds/world.ts'

const world = await startWorld()
const owner = await world.person({ role: 'OWNER' })

/** Valid input of the operations for guests, inside of what the share shows. */
const inside: Record<string, (set: SharedProject) => Promise<Target> | Target> = {
  getOpenShare: () => target({}),
  reportShareView: ({ inside }) => target({}, { fileId: inside, watched: 0.5 }),
  createShareArchive: ({ inside }) => target({}, { files: [{ id: inside }] }),
  lookAtShare: ({ share }) => target({}, { key: share.key }),
  openShare: ({ share }) => target({}, { key: share.key, name: 'Again' }),
  getFile: ofFile,
  downloadFile: ofFile,
  listFileComments: ofFile,
  listThreads: ofFile,
  listCaptions: ofFile,
  getCaptions: async ({ inside }) =>
    target({ fileId: inside, captionId: await addCaptions(world, inside, owner) }),
  createFileComment: ({ inside }) => target({ fileId: inside }, { content: 'Hello' }),
  startFileCommentAttachment: ({ inside }) => target({ fileId: inside }, { name: 'a.txt', size: 5 }),
  getComment: ofComment,
  listReplies: ofComment,
  listReactions: ofComment,
  updateComment: async ({ ownComment }) => target({ commentId: await ownComment() }, { content: 'Better' }),
  deleteComment: async ({ ownComment }) => target({ commentId: await ownComment() }),
  restoreComment: async ({ deletedComment }) => target({ trashedCommentId: await deletedComment() }),
  createReaction: async ({ ownComment }) => target({ commentId: await ownComment() }, { type: '👍' }),
  deleteReaction: async ({ ownComment, react }) => {
    const commentId = await ownComment()
    await react(commentId)
    return target({ commentId }, { type: '👍' })
  },
  downloadCommentAttachment: async ({ visibleComment, attachmentOn }) =>
    target({ attachmentId: await attachmentOn(visibleComment) }),
  completeCommentAttachment: async ({ ownAttachment }) =>
    target({ attachmentId: await ownAttachment() }, { parts: [{ partNumber: 1, eTag: 'x' }] }),
  deleteCommentAttachment: async ({ ownAttachment }) => target({ attachmentId: await ownAttachment() }),
  getVersion: ofVersion,
  giveVerdict: ({ version }) => target({ versionId: version ?? newUuid() }, { verdict: 'APPROVED' }),
  withdrawVerdict: ofVersion,
  startUpload: ({ projectId }) => target({ projectId }, { name: 'a.png', size: 5 }),
  resumeUpload: async ({ ownUpload }) => target({ fileId: (await ownUpload()).id }),
  abortUpload: async ({ ownUpload }) => target({ fileId: (await ownUpload()).id }),
  completeUpload: async ({ ownUpload }) => {
    const { id, parts } = await ownUpload()
    return target({ fileId: id }, { parts })
  },
}

/** An object that was not uploaded in parts cannot be completed: the answer comes from behind the access check. */
const successes: Record<string, number> = { completeCommentAttachment: 409 }

function ofFile({ inside }: SharedProject): Target {
  return target({ fileId: inside })
}
function ofComment({ visibleComment }: SharedProject): Target {
  return target({ commentId: visibleComment })
}
function ofVersion({ version }: SharedProject): Target {
  return target({ versionId: version ?? newUuid() })
}
function target(params: Record<string, string>, fields: Record<string, unknown> = {}): Target {
  return { params, fields }
}

test('every operation for guests has input inside of a share', () => {
  const open = operations.filter(({ share }) => share !== undefined).map(({ name }) => name)
  assert.deepEqual(open.sort(), Object.keys(inside).sort())
})

const samples = new Map<Operation, Target>()

/** A valid call of the owner, in another project. */
async function sampleOf(operation: Operation): Promise<Target> {
  const known = samples.get(operation)
  if (known) return known
  const { id } = await world.project({ owner })
  const made = await sampleFor(operation)(world, id, owner)
  samples.set(operation, made)
  return made
}

for (const kind of shareKinds) {
  test(`${kind.name}: guests do what it is for, and nothing else exists`, async () => {
    const set = await sharedProject(world, owner, kind)
    const wrong: string[] = []
    const reference = await send(operationNamed('getFile'), target({ fileId: newPrefixedId('FX') }), set)
    assert.equal(reference.status, 404)

    for (const operation of operations) {
      const isOpen = operation.share !== undefined && kind.uses.has(operation.share)
      const unknown = isOpen ? await send(operation, await unknownTarget(operation, set), set) : undefined
      for (const [place, given] of await targets(operation, set)) {
        for (const binding of bindings(operation, operations)) {
          const answer = await send(operation, given, set, binding)
          const expected = isOpen && place === 'inside' && hasVersion(operation, set)
          if (expected) {
            const status = successes[operation.name] ?? operation.output[0]
            if (answer.status !== status)
              wrong.push(
                `${operation.name} (${binding}) ${place}: ${answer.status} ${answer.body.slice(0, 300)}`,
              )
            if (/@(?!\[)[\w-]+\.\w/.test(answer.body))
              wrong.push(`${operation.name} (${binding}) ${place}: an e-mail address in ${answer.body}`)
          } else if (
            visible(answer, unknown !== undefined) !== visible(unknown ?? reference, unknown !== undefined)
          )
            wrong.push(`${operation.name} (${binding}) ${place}: ${visible(answer, true)}`)
        }
      }
    }
    assert.deepEqual(wrong, [])
  })
}

/** A share without versions has none to give a verdict on. */
function hasVersion({ project }: Operation, { version }: SharedProject): boolean {
  return project !== 'versionId' || version !== undefined
}

/**
 * The calls that a guest might try: the operation on records inside of the share, on each hidden record of the project, and on records
 * of another project.
 */
async function targets(operation: Operation, set: SharedProject): Promise<[place: string, Target][]> {
  const made = inside[operation.name]
  if (made) return [['inside', await made(set)], ...(await outside(operation, set))]
  const sample = await sampleOf(operation)
  const known: Record<string, string> = {
    projectId: set.projectId,
    fileId: set.inside,
    folderId: set.folder,
    commentId: set.visibleComment,
    versionId: set.version ?? newUuid(),
    shareId: set.share.id,
    guestId: set.guest.id,
  }
  const params = Object.fromEntries(Object.entries(sample.params).map(([key, id]) => [key, known[key] ?? id]))
  return [
    ['of another project', sample],
    ['closed, with ids of the share', { params, fields: sample.fields }],
  ]
}

async function outside(operation: Operation, set: SharedProject): Promise<[string, Target][]> {
  const { hidden } = set
  const valid = await inside[operation.name]!(set)
  const elsewhere = await sampleOf(operation)
  const hiddenIds: Record<string, string[]> = {
    fileId: hidden.files,
    commentId: hidden.comments,
    trashedCommentId: hidden.deletedComments,
    attachmentId: hidden.attachments,
    versionId: hidden.versions,
    projectId: [],
  }
  const key = operation.project
  if (key !== undefined) {
    const ids = [...(hiddenIds[key] ?? []), elsewhere.params[key]!]
    const hiddenRecords = ids.map((id, i): [string, Target] => [
      `hidden ${key} ${i}`,
      { ...valid, params: { ...valid.params, [key]: id } },
    ])
    return [...hiddenRecords, ...(valid.params.captionId ? await hiddenCaptions(valid, set) : [])]
  }
  if (operation.name !== 'reportShareView') return []
  return hidden.files.map((id, i) => [
    `hidden file ${i}`,
    { ...valid, fields: { ...valid.fields, fileId: id } },
  ])
}

/** Captions of hidden files, below a file that the share shows. */
async function hiddenCaptions(valid: Target, { hidden }: SharedProject): Promise<[string, Target][]> {
  return Promise.all(
    hidden.files.map(async (id, i): Promise<[string, Target]> => {
      const captionId = await addCaptions(world, id, owner)
      return [`captions of hidden file ${i}`, { ...valid, params: { ...valid.params, captionId } }]
    }),
  )
}

/** The same call with an id that nobody has. */
async function unknownTarget(operation: Operation, set: SharedProject): Promise<Target> {
  const valid = await inside[operation.name]!(set)
  const ids: Record<string, string> = { fileId: newPrefixedId('FX'), attachmentId: newPrefixedId('CA') }
  const key = operation.project
  if (key !== undefined) return { ...valid, params: { ...valid.params, [key]: ids[key] ?? newUuid() } }
  if (operation.name === 'reportShareView') return target({}, { ...valid.fields, fileId: ids.fileId! })
  return valid
}

function send(
  operation: Operation,
  given: Target,
  { guest }: SharedProject,
  binding: 'declared' | 'get' | 'override' = 'declared',
): Promise<RawAnswer> {
  const { route, options } = toCall(operation, given, binding)
  const [method, path] = route.split(' ') as [string, string]
  const headers: [string, string][] = Object.entries(options.headers ?? {})
  headers.push(['Authorization', `Bearer ${guest.token}`], ['X-Request-Id', 'the-same-for-all'])
  const body = options.body === undefined ? undefined : JSON.stringify(options.body)
  if (body !== undefined) headers.push(['Content-Type', 'application/json'])
  return sendKept(world.url, { method, path, headers, body })
}

/** Limits differ between operations; those of one operation must be equal. */
function visible(answer: RawAnswer, sameOperation: boolean): string {
  const headers = answer.headers
    .filter(([name]) => name !== 'date' && (sameOperation || name !== 'ratelimit-policy'))
    .map(([name, value]) => [name, name === 'ratelimit' ? '' : value])
  return JSON.stringify({ ...answer, headers })
}

function operationNamed(name: string): Operation {
  return operations.find((operation) => operation.name === name)!
}

test('no operation for guests has an id of which the matrix knows nothing', () => {
  const known = [
    'fileId',
    'commentId',
    'trashedCommentId',
    'attachmentId',
    'versionId',
    'projectId',
    'captionId',
  ]
  const keys = operations
    .filter(({ share }) => share !== undefined)
    .flatMap((operation) => methodAndPath(operation).pathKeys)
  assert.deepEqual(
    keys.filter((key) => !known.includes(key)),
    [],
  )
})
