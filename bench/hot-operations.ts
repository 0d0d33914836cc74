// The operations that clients call most, with the measured request of each.
import type { World } from './world.ts'

export type Kind = 'ping' | 'read' | 'write'

export type Request = { method: string; path: string; body?: Record<string, unknown> }

export type HotOperation = {
  /** The name of the operation, as in metrics and logs. */
  name: string
  kind: Kind
  request(world: World): Request
  /** Set when the operation is also measured with a large table. */
  rows?: string
}

/** Digits in a name that differ in every request. */
export const counterDigits = '000000000000'

export const hotOperations: HotOperation[] = [
  { name: 'ping', kind: 'ping', request: () => ({ method: 'GET', path: '/api/ping' }) },
  {
    name: 'listProjects',
    kind: 'read',
    request: () => ({ method: 'QUERY', path: '/api/projects', body: {} }),
    rows: 'projects the caller sees: half their own, half open to the workspace',
  },
  {
    name: 'getProject',
    kind: 'read',
    request: (world) => ({ method: 'GET', path: `/api/projects/${world.versionsProject}` }),
  },
  {
    name: 'listFolders',
    kind: 'read',
    request: (world) => ({ method: 'GET', path: `/api/projects/${world.foldersProject}/folders` }),
    rows: 'folders in the table, 50 to a project',
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
    name: 'listVersions',
    kind: 'read',
    request: (world) => ({ method: 'GET', path: `/api/projects/${world.versionsProject}/versions` }),
    rows: 'versions in one project',
  },
  {
    name: 'getVersion',
    kind: 'read',
    request: (world) => ({ method: 'GET', path: `/api/versions/${world.version}` }),
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
    name: 'listMembers',
    kind: 'read',
    request: (world) => ({ method: 'GET', path: `/api/projects/${world.versionsProject}/members` }),
  },
  {
    name: 'listFileComments',
    kind: 'read',
    request: (world) => ({ method: 'QUERY', path: `/api/files/${world.file}/comments`, body: {} }),
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
    name: 'listFiles',
    kind: 'read',
    request: (world) => ({ method: 'GET', path: `/api/projects/${world.filesProject}/files` }),
  },
  {
    name: 'queryFiles',
    kind: 'read',
    request: (world) => ({ method: 'QUERY', path: `/api/projects/${world.filesProject}/files`, body: {} }),
  },
  {
    name: 'getFile',
    kind: 'read',
    request: (world) => ({ method: 'GET', path: `/api/files/${world.file}` }),
  },
]

export type RequestBytes = { bytes: Uint8Array; counterAt: number | undefined }

/** The bytes of the request, the same for the server and the floor. */
export function requestBytes({ method, path, body }: Request, key: string): RequestBytes {
  const content = body === undefined ? '' : JSON.stringify(body)
  const head = [`${method} ${path} HTTP/1.1`, 'Host: 127.0.0.1', `Authorization: Bearer ${key}`]
  if (body !== undefined)
    head.push('Content-Type: application/json', `Content-Length: ${Buffer.byteLength(content)}`)
  const bytes = Buffer.from(`${head.join('\r\n')}\r\n\r\n${content}`)
  const at = method === 'POST' ? bytes.lastIndexOf(counterDigits) : -1
  return { bytes, counterAt: at === -1 ? undefined : at }
}
