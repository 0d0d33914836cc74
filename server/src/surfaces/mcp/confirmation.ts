// Asks the person before a tool spends money, gives a verdict or lets people in, where the client can ask. A deed that
// the person has forbidden to the connection is refused without a question.
import { type Caller, requirePower } from '../../core/access.ts'
import { callOperation, plainCall } from '../../core/call.ts'
import { ApiError } from '../../core/errors.ts'
import type { Operation } from '../../core/operation.ts'
import type { Services } from '../../core/services.ts'

/** Settles when the person agrees; throws otherwise. Undefined when the client cannot ask. */
export type Ask = ((key: string, question: string) => Promise<void>) | undefined

export type Confirmation = {
  services: Services
  operations: readonly Operation[]
  caller: Caller
  operation: Operation
  input: Record<string, unknown>
}

// biome-ignore lint/suspicious/noExplicitAny: the inputs and records of several operations, of which the question uses names.
type Fields = Record<string, any>
type Read = (operation: string, input: Fields) => Promise<Fields>
type Question = (input: Fields, read: Read) => Promise<string | undefined>

export async function confirm(confirmation: Confirmation, ask: Ask): Promise<void> {
  const { operation, caller, input } = confirmation
  const question = questions[operation.name]
  if (question === undefined || ask === undefined) return
  if (operation.power) requirePower(caller, operation.power)
  const text = await question(input, reader(confirmation))
  if (text !== undefined) await ask(operation.name, text)
}

export function notConfirmed(why: 'declined' | 'unanswered'): ApiError {
  if (why === 'declined') return new ApiError('not_confirmed')
  const message =
    'The person was asked and has not answered, so nothing was done. Ask them before you try again.'
  return new ApiError('not_confirmed', { message })
}

/** Reads as the caller: a question names nothing that the caller may not see. */
function reader({ services, operations, caller }: Confirmation): Read {
  return async (name, input) => {
    const operation = operations.find((candidate) => candidate.name === name)!
    const { body } = await callOperation(plainCall(services, operation, caller, input))
    return JSON.parse(String(body)).data
  }
}

const kinds: Record<string, string> = {
  DOCUMENT: 'a document',
  IMAGE: 'an image',
  VIDEO: 'a video',
  '3D': 'a 3D model',
}

const generate: Question = async ({ projectId, outputModel }, read) => {
  const models: Fields[] = (await read('listModels', {})) as never
  const model = models.find(({ id }) => id === outputModel)
  // A draft is made on this server, for nothing.
  if (model?.draft) return undefined
  const project = await read('getProject', { projectId })
  return `Generate ${kinds[model?.outputType] ?? 'a file'} in ${quoted(project.name)} with ${model?.name ?? outputModel}? This spends money at the provider of the model.`
}

const verdictVerbs: Record<string, string> = {
  APPROVED: 'Approve',
  NEED_EDIT: 'Request changes in',
  REJECTED: 'Reject',
}

const verdict = async (versionId: string, given: string, note: string | null | undefined, read: Read) => {
  const version = await read('getVersion', { versionId })
  const words = note ? ` The note says: ${quoted(note)}.` : ''
  return `${verdictVerbs[given]} ${quoted(version.name)} in your name?${words} It is recorded as given by an agent.`
}

const invite: Question = async ({ projectId, role }, read) => {
  const project = await read('getProject', { projectId })
  return `Create a link to ${quoted(project.name)}? Everybody who has the link can join as ${roleName(role)}.`
}

const share: Question = async ({ projectId, items, password }, read) => {
  const project = await read('getProject', { projectId })
  const count = items.length === 1 ? 'one item' : `${items.length} items`
  const who = password ? 'the link and the password' : 'the link'
  return `Share ${count} of ${quoted(project.name)}? Everybody who has ${who} can see them.`
}

const questions: Record<string, Question> = {
  generateFile: generate,
  retryGeneration: async ({ fileId }, read) => {
    const file = await read('getFile', { fileId })
    return `Generate ${quoted(file.name)} again? This may spend money at the provider of the model.`
  },
  giveVerdict: ({ versionId, verdict: given, note }, read) => verdict(versionId, given, note, read),
  setVersionStatus: async ({ versionId, status }, read) =>
    status in verdictVerbs ? verdict(versionId, status, null, read) : undefined,
  addMembers: async ({ projectId, members }, read) => {
    const project = await read('getProject', { projectId })
    return `Add ${await people(members, read)} to ${quoted(project.name)}?`
  },
  createProject: async ({ name, members }, read) =>
    members?.length
      ? `Create the project ${quoted(name)} and add ${await people(members, read)}?`
      : undefined,
  createAccessLink: invite,
  createShare: share,
  renewAccessLink: async () => 'Give the access link a new key? Everybody who gets the new link can join.',
}

/** `Ann Lee (manager) and 2 others`. */
async function people(members: readonly Fields[], read: Read): Promise<string> {
  // Guests do not see who is in the workspace.
  const known: Fields[] = (await read('listWorkspaceMembers', {}).catch(() => [])) as never
  const names = members.flatMap(({ user, role }) => {
    const name = known.find((one) => one.user.id === user.id)?.user.name
    return name === undefined ? [] : [`${quoted(name)} (${roleName(role)})`]
  })
  const others = members.length - names.length
  const rest = others === 0 ? [] : [others === 1 ? 'one other person' : `${others} other people`]
  return new Intl.ListFormat('en-GB').format([...names, ...rest])
}

/** `PROJECT_RESTRICTED_REVIEWER` is “restricted reviewer”. */
function roleName(role: string): string {
  return role.replace('PROJECT_', '').replaceAll('_', ' ').toLowerCase()
}

/** On one line, and not longer than a question can be. */
function quoted(text: string): string {
  const line = text.replace(/[\s\p{Cc}\p{Cf}]+/gu, ' ').trim()
  return `“${line.length > 200 ? `${line.slice(0, 199).toWellFormed()}…` : line}”`
}
