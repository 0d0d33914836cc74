// Type tests of the client. Nothing here runs: `npm run check` compiles it against the source, and the test of the package
// against the build.
import {
  type CommentCreatedEvent,
  type CursorList,
  type CursorPage,
  Dailies,
  type DailiesError,
  type DailiesEvent,
  type ErrorCode,
  type FileDetails,
  isEventOf,
  type NumberedList,
  type Project,
  type ProjectListItem,
  type ResetEvent,
  type UnknownEvent,
  type Version,
  verifyWebhook,
  type WebhookTestEvent,
} from '@dailies/sdk'

/** Compiles only when both are the very same type. */
function same<A, B>(
  ..._equal: (<T>() => T extends A ? 1 : 2) extends <T>() => T extends B ? 1 : 2 ? [] : [never]
) {}

export async function inference(
  id: string,
  error: DailiesError,
  blob: Blob,
  stream: ReadableStream<Uint8Array>,
) {
  const client = new Dailies({ baseUrl: 'https://dailies.example.com', token: async () => 'rvk_…' })

  const project = await client.projects.get(id)
  same<typeof project, Project>()
  same<typeof project.name, string>()
  same<typeof project.deadline, string | null>()

  const created = await client.folders.create(id, { name: 'Shots', parent: null }, { idempotencyKey: 'k' })
  same<typeof created.id, string>()
  const nothing = await client.folders.delete(created.id)
  same<typeof nothing, void>()
  // @ts-expect-error A folder needs a name.
  client.folders.create(id, {})
  // @ts-expect-error A misspelled field is an error.
  client.folders.create(id, { name: 'Shots', perent: null })
  // @ts-expect-error Nor such a method.
  client.folders.rename(id)

  const projects = client.projects.list({ keyword: 'a' })
  same<typeof projects, CursorList<ProjectListItem>>()
  for await (const item of projects) same<typeof item, ProjectListItem>()
  same<Awaited<ReturnType<typeof projects.page>>, CursorPage<ProjectListItem>>()
  const versions = client.versions.list(id, { sort: { type: 'name' } })
  same<typeof versions, NumberedList<Version>>()
  // @ts-expect-error Pages are requested with `.page()`.
  client.projects.list({ next: 'x' })

  const flat = await client.call('getFile', { fileId: id })
  same<typeof flat, FileDetails>()
  await client.call('ping')
  const page = await client.call('listProjects', { keyword: 'a', next: null })
  same<typeof page, CursorPage<ProjectListItem>>()
  // @ts-expect-error It needs an id.
  client.call('getFile')
  // @ts-expect-error There is no such operation.
  client.call('eatFile')

  const uploaded = await client.files.upload(id, blob, {
    name: 'a.mov',
    onProgress: ({ loaded, total }) => loaded / total,
  })
  same<typeof uploaded, { id: string }>()
  await client.files.upload(id, stream, { name: 'a.mov', size: 1 })
  const saved = await client.files.download(id, { to: 'a.mov' })
  same<typeof saved, { size: number }>()
  const { stream: bytes } = await client.files.download(id)
  same<typeof bytes, ReadableStream<Uint8Array>>()

  for await (const event of client.events.subscribe(id)) {
    same<typeof event, DailiesEvent | ResetEvent>()
    if (event.type === 'comment.created') same<typeof event, CommentCreatedEvent>()
    // @ts-expect-error There is no such event.
    if (event.type === 'comment.eaten') break
    // @ts-expect-error Not every event is about a file.
    event.data.file
    if (isEventOf(event, 'file')) same<typeof event.data.file.id, string>()
    switch (event.type) {
      case 'version.status_changed':
        same<typeof event.data.status.to, Version['status']>()
        break
      case 'reset':
        same<typeof event, ResetEvent>()
        break
      default:
        // A newer server may send types that this SDK does not know.
        same<Extract<typeof event, UnknownEvent>, UnknownEvent>()
    }
  }
  const { data } = await verifyWebhook('{}', new Headers(), 'whsec_…')
  same<typeof data, DailiesEvent | WebhookTestEvent>()
  if (data.type === 'webhook.test') same<typeof data, WebhookTestEvent>()

  same<typeof error.code, ErrorCode | 'unexpected_answer'>()
  if (error.code === 'not_found') return
  // @ts-expect-error There is no such code.
  if (error.code === 'not_fuond') return
}
