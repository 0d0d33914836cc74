// The measured operations, with the request of each: all lists, and the other operations that clients call most.
import { isList, methodAndPath, namedOperations, type Operation } from '../server/src/core/operation.ts'
import * as operationExports from '../server/src/operations/index.ts'
import type { World } from './world.ts'

/** `upload` writes several rows, and to the storage. */
export type Kind = 'ping' | 'read' | 'write' | 'upload'

export type Request = { method: string; path: string; body?: Record<string, unknown> }

export type HotOperation = {
  /** The name of the operation, as in metrics and logs. */
  name: string
  kind: Kind
  /** Default: the API key of a member. */
  credential?: 'admin' | 'session' | undefined
  request(world: World): Request
  /** The rows that the operation chooses from when there are many; default: the others belong to other projects. */
  rows?: string | undefined
  /** The goal for the processor time of the server for one call, in µs. */
  cpuGoal?: number | undefined
}

/** Digits in a name that differ in every request. */
export const counterDigits = '000000000000'

/** The record that a list is of, by the key in its path, unless the list has another below. */
const records: Record<string, keyof World> = {
  projectId: 'filesProject',
  fileId: 'file',
  commentId: 'comment',
  versionId: 'version',
  shareId: 'share',
  webhookId: 'webhook',
  connectionId: 'connection',
  profileId: 'checkProfile',
}

type ListOptions = Pick<HotOperation, 'rows' | 'cpuGoal'> & { of?: keyof World; query?: string }

const lists: Record<string, ListOptions> = {
  listProjects: { rows: 'projects the caller sees: half their own, half open to the workspace' },
  searchProjects: { query: '?query=pilot', rows: 'projects the caller sees, of which 100 match' },
  listFolders: { of: 'foldersProject', rows: 'folders in the table, 50 to a project' },
  listVersions: { of: 'versionsProject', rows: 'versions in one project' },
  listMembers: { of: 'versionsProject' },
  listFileComments: { cpuGoal: 400 },
  listFiles: { cpuGoal: 1_500 },
}

/** A page of 50 where the list has pages. */
function measuredList(operation: Operation): HotOperation {
  const { name, credential, workspaceRole } = operation
  const { of, query = '', rows, cpuGoal } = lists[name] ?? {}
  const { method, path } = methodAndPath(operation)
  return {
    ...{ name, kind: 'read', rows, cpuGoal },
    credential: credential === 'session' ? 'session' : workspaceRole === 'ADMIN' ? 'admin' : undefined,
    request: (world) => ({
      method,
      path: path.replace(/:(\w+)/, (_, key: string) => recordOf(world, name, of ?? records[key])) + query,
      ...(method === 'QUERY' ? { body: {} } : {}),
    }),
  }
}

function recordOf(world: World, list: string, field: keyof World | undefined): string {
  if (field !== undefined) return String(world[field])
  throw new Error(`bench/hot-operations.ts has no record for ${list}: add one to \`records\``)
}

const others: HotOperation[] = [
  { name: 'ping', kind: 'ping', request: () => ({ method: 'GET', path: '/api/ping' }) },
  {
    name: 'getProject',
    kind: 'read',
    request: (world) => ({ method: 'GET', path: `/api/projects/${world.versionsProject}` }),
  },
  {
    name: 'getVersion',
    kind: 'read',
    request: (world) => ({ method: 'GET', path: `/api/versions/${world.version}` }),
  },
  {
    name: 'getFile',
    kind: 'read',
    request: (world) => ({ method: 'GET', path: `/api/files/${world.file}` }),
  },
  {
    name: 'getInbox',
    kind: 'read',
    request: () => ({ method: 'GET', path: '/api/inbox' }),
    rows: 'projects the caller sees, versions in one project',
  },
  {
    name: 'createFolder',
    kind: 'write',
    request: (world) => ({
      method: 'POST',
      path: `/api/projects/${world.writesProject}/folders`,
      body: { name: `Folder ${counterDigits}` },
    }),
  },
  {
    name: 'createVersion',
    kind: 'write',
    request: (world) => ({
      method: 'POST',
      path: `/api/projects/${world.writesProject}/versions`,
      body: { name: `Version ${counterDigits}` },
    }),
  },
  {
    name: 'createFileComment',
    kind: 'write',
    request: (world) => ({
      method: 'POST',
      path: `/api/files/${world.writesFile}/comments`,
      body: { content: `Note ${counterDigits}` },
    }),
  },
  {
    name: 'startUpload',
    kind: 'upload',
    request: (world) => ({
      method: 'POST',
      path: `/api/projects/${world.writesProject}/files/upload.multipart`,
      body: { name: `Shot ${counterDigits}.mov`, size: 1_000_000 },
    }),
  },
]

export const hotOperations: HotOperation[] = [
  ...others,
  ...namedOperations(operationExports).filter(isList).map(measuredList),
]

/** The operations whose names contain one of the words; all without words. */
export function operationsNamed(words: string[]): HotOperation[] {
  if (words.length === 0) return hotOperations
  return hotOperations.filter(({ name }) =>
    words.some((word) => name.toLowerCase().includes(word.toLowerCase())),
  )
}

export function headersOf(
  { credential }: Pick<HotOperation, 'credential'>,
  { body }: Request,
  { key, adminKey, session }: World,
): Record<string, string> {
  return {
    ...(credential === 'session'
      ? { Cookie: `dailies=${session}` }
      : { Authorization: `Bearer ${credential === 'admin' ? adminKey : key}` }),
    ...(body === undefined ? {} : { 'Content-Type': 'application/json' }),
  }
}

/** The body with this number in its name. */
export function contentOf({ body }: Request, number: number): string {
  const digits = String(number).padStart(counterDigits.length, '0')
  return body === undefined ? '' : JSON.stringify(body).replace(counterDigits, digits)
}

export type RequestBytes = { bytes: Uint8Array; counterAt: number | undefined }

/** The bytes of the request, the same for the server and the floor. */
export function requestBytes(operation: HotOperation, world: World): RequestBytes {
  const request = operation.request(world)
  const content = contentOf(request, 0)
  const headers = { Host: '127.0.0.1', ...headersOf(operation, request, world) }
  const head = [`${request.method} ${request.path} HTTP/1.1`]
  for (const [name, value] of Object.entries(headers)) head.push(`${name}: ${value}`)
  if (content !== '') head.push(`Content-Length: ${Buffer.byteLength(content)}`)
  const bytes = Buffer.from(`${head.join('\r\n')}\r\n\r\n${content}`)
  const at = request.method === 'POST' ? bytes.lastIndexOf(counterDigits) : -1
  return { bytes, counterAt: at === -1 ? undefined : at }
}
