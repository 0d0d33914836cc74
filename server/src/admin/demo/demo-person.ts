// The people of the demo, who act through the operations of the API.
import { createReadStream } from 'node:fs'
import { stat } from 'node:fs/promises'
import type { z } from 'zod'
import { type Caller, scopes, type WorkspaceRole } from '../../core/access.ts'
import { callOperation, parseInput, plainCall } from '../../core/call.ts'
import { newUuid } from '../../core/ids.ts'
import { methodAndPath, type Operation, type Output, type Result } from '../../core/operation.ts'
import type { Services } from '../../core/services.ts'
import { finishUploads } from '../../operations/files/open-uploads.ts'
import { startUpload } from '../../operations/files/start-upload.ts'
import * as declarations from '../../operations/index.ts'
import { markStored, resumeObject } from '../../storage/uploads.ts'

export type Person = Caller

export function demoPerson(
  userId: string,
  workspaceRole: WorkspaceRole,
  workspace: { id: string; name: string },
): Person {
  return {
    kind: 'session',
    agent: false,
    credentialId: newUuid(),
    userId,
    workspaceId: workspace.id,
    workspaceRole,
    workspace: { ...workspace, avatarUrl: null },
    scopes: new Set(scopes),
    workspaceQuota: null,
    forbidden: new Set(),
    share: undefined,
  }
}

const names = new Map<unknown, string>(Object.entries(declarations).map(([name, one]) => [one, name]))

/** Calls an operation as the person, with the same checks and events as a request of their own. */
export async function act<Input extends z.ZodObject, O extends Output>(
  services: Services,
  person: Person,
  declaration: Omit<Operation, 'name' | 'input' | 'output'> & { input: Input; output: O },
  input: z.input<Input>,
): Promise<Result<O>> {
  const operation: Operation = { ...declaration, name: names.get(declaration)! }
  const parsed = parseInput(operation, methodAndPath(operation).pathKeys, input)
  const { body } = await callOperation(plainCall(services, operation, person, parsed))
  return body === null ? (undefined as never) : JSON.parse(String(body)).data
}

export type DemoFile = {
  projectId: string
  name: string
  path: string
  folder?: { id: string }
  replaces?: { id: string }
}

/** Uploads a file without HTTP: writes the bytes to the storage and completes the upload. */
export async function upload(
  services: Services,
  person: Person,
  { path, ...file }: DemoFile,
): Promise<{ id: string }> {
  const { database, storage } = services
  const { size } = await stat(path)
  const { id } = await act(services, person, startUpload, { ...file, size })
  const [object] = await database.sql<{ id: string; uploadId: string }>`
    select o.id, o.upload_id as "uploadId" from files f join objects o on o.id = f.object_id where f.id = ${id}`
  await storage.write(object!.id, createReadStream(path))
  await storage.abortUpload({ key: object!.id, uploadId: object!.uploadId })
  const resumed = await resumeObject(database.sql, storage, object!.id, file.name)
  if ('whole' in resumed) await markStored(database.sql, resumed.whole)
  await finishUploads(database.sql, person, [id])
  services.changed()
  return { id }
}
