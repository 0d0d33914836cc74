import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createIdleProvider, createResumableProvider } from '../../../test/stand-ins/generation-providers.ts'
import {
  newFile,
  newFolder,
  newGenerationAttachment,
  newObject,
  newUpload,
} from '../../../test/worlds/samples.ts'
import { startWorld } from '../../../test/worlds/world.ts'
import { newPrefixedId } from '../../core/ids.ts'

const world = await startWorld({
  providers: [
    createIdleProvider(),
    createResumableProvider('kling', 'http://127.0.0.1:9', { recovers: true }),
  ],
})
const { sql } = world.database
const { id: projectId, owner } = await world.project()
const { key } = owner

const request = {
  outputType: 'DOCUMENT',
  outputModel: 'markdown',
  prompt: 'A shot list for the lighthouse scene',
  folder: null,
  attachments: [] as { id: string }[] | null,
}

function generate(body: object, headers = {}) {
  return world.call(`POST /api/projects/${projectId}/files/upload.generate`, { key, body, headers })
}

async function refusals(body: object): Promise<[path: string, code: string][]> {
  const answer = await generate(body)
  assert.equal(answer.status, 400, JSON.stringify(answer.body))
  return answer.body.errors.map(({ path, code }: { path: string; code: string }) => [path, code])
}

async function get(id: string) {
  return (await world.call(`GET /api/files/${id}`, { key })).body.data
}

async function fileOf(mimeType: string): Promise<string> {
  const id = await newFile(world, projectId, owner)
  await sql`update files set mime_type = ${mimeType} where id = ${id}`
  await sql`update objects set mime_type = ${mimeType} where id = (select object_id from files where id = ${id})`
  return id
}

test('202: the file exists at once, with its generation request', async () => {
  const folder = { id: await newFolder(world, projectId, owner) }
  const image = await fileOf('image/png')
  const attachment = await newGenerationAttachment(world, projectId, owner)
  const prompt = `A letter like <#${attachment}>, about <#${image}>`
  const attachments = [{ id: image }, { id: attachment }]
  const { status, body } = await generate({ ...request, prompt, folder, attachments })
  assert.equal(status, 202)
  assert.deepEqual(Object.keys(body.data), ['id'])
  const file = await get(body.data.id)
  assert.equal(file.name, 'A letter like , about.md')
  assert.deepEqual(
    [file.mode, file.status, file.size, file.byteSize, file.mimeType],
    ['GENERATED', 'GENERATING', 0, null, null],
  )
  assert.deepEqual([file.folder, file.author.id, file.stack.number], [folder, owner.userId, 1])
  assert.deepEqual(file.generation, {
    outputType: 'DOCUMENT',
    outputModel: 'markdown',
    prompt,
    attachments,
    configs: null,
    state: 'QUEUED',
    progress: null,
    position: 0,
    adjustments: [],
    provider: 'local',
  })
})

test('202: the configured provider of the model is used; null means no attachments and no settings', async () => {
  const video = {
    ...request,
    outputType: 'VIDEO',
    outputModel: 'kling-3.0',
    attachments: null,
    configs: null,
  }
  const { body } = await generate(video)
  assert.equal((await get(body.data.id)).generation.provider, 'kling')
})

test('202: file and task are created together, and neither if the request fails', async () => {
  const jobs = async () => (await sql`select from graphile_worker.jobs`).length
  const before = await jobs()
  await generate(request)
  assert.equal(await jobs(), before + 1)
  await generate({ ...request, folder: { id: newPrefixedId('DX') } })
  assert.equal(await jobs(), before + 1)
})

test('202: two requests with one Idempotency-Key create one file', async () => {
  const headers = { 'Idempotency-Key': 'once' }
  const first = await generate(request, headers)
  const second = await generate(request, headers)
  assert.deepEqual([first.status, second.body], [202, first.body])
})

test('202: the file name is made from the first words of the prompt', async () => {
  const names: Record<string, string> = {
    '  ../../etc/passwd\n': 'etc passwd.md',
    '<#>': 'Untitled.md',
    '海边的灯塔，黄昏': '海边的灯塔，黄昏.md',
    [`${'word '.repeat(40)}`]: `${'word '.repeat(11)}word.md`,
    ['👩‍👩‍👧'.repeat(20)]: `${'👩‍👩‍👧'.repeat(7)}.md`,
  }
  for (const [prompt, name] of Object.entries(names)) {
    const { body } = await generate({ ...request, prompt })
    assert.equal((await get(body.data.id)).name, name)
  }
})

test('400: errors of the schema and of the model are reported together', async () => {
  const twice = { id: newPrefixedId('FX') }
  assert.deepEqual(
    await refusals({
      outputType: 'IMAGE',
      outputModel: 'minimax-h3',
      prompt: `${'x'.repeat(5_000)}<#FX0>`,
      attachments: [twice, { id: 'FX' }, twice],
      configs: { resolution: '4k', durationSeconds: 4.5, aspectRatio: '2:1', generateAudio: true, seed: 1 },
      extra: true,
    }),
    [
      ['/prompt', 'too_big'],
      ['/folder', 'invalid_type'],
      ['/attachments/1/id', 'not_found'],
      ['/configs/seed', 'unknown_field'],
      ['/extra', 'unknown_field'],
      ['/outputModel', 'wrong_output_type'],
      ['/configs/resolution', 'unsupported_setting'],
      ['/configs/aspectRatio', 'unsupported_setting'],
      ['/configs/durationSeconds', 'unsupported_setting'],
      ['/configs/generateAudio', 'unsupported_setting'],
      ['/attachments/2/id', 'duplicate'],
      ['/prompt', 'unknown_reference'],
    ],
  )
})

test('400: all missing fields are named', async () => {
  const missing = (await refusals({})).map(([path]) => path)
  assert.deepEqual(missing, ['/outputType', '/outputModel', '/prompt', '/folder', '/attachments'])
})

test('400: attachments that are unknown, of another project or user, incomplete or of an unsupported kind', async () => {
  const elsewhere = await world.project()
  const member = await world.member(projectId, 'PROJECT_MEMBER')
  const youtube = await fileOf('text/plain')
  await sql`update files set mode = 'YOUTUBE', youtube_id = 'x', object_id = null where id = ${youtube}`
  const video = { ...request, outputType: 'VIDEO', outputModel: 'kling-3.0', prompt: 'too hard' }
  const attempt = (ids: string[]) => refusals({ ...video, attachments: ids.map((id) => ({ id })) })
  assert.deepEqual(
    await attempt([
      newPrefixedId('GA'),
      await newFile(world, elsewhere.id, elsewhere.owner),
      await newGenerationAttachment(world, projectId, member),
      await newUpload(world, projectId, owner),
      await newFile(world, projectId, owner),
    ]),
    [
      ['/attachments/0/id', 'not_found'],
      ['/attachments/1/id', 'not_found'],
      ['/attachments/2/id', 'not_found'],
      ['/attachments/3/id', 'attachment_not_ready'],
      ['/attachments/4/id', 'unsupported_attachment'],
      ['/prompt', 'unsupported_setting'],
    ],
  )
  assert.deepEqual(await attempt([youtube]), [
    ['/attachments/0/id', 'unsupported_attachment'],
    ['/prompt', 'unsupported_setting'],
  ])
})

const kinds: [model: string, outputType: string, taken: string[], refused: string[]][] = [
  ['pdf', 'DOCUMENT', ['image/png', 'text/csv', 'application/pdf'], ['video/mp4', 'application/zip']],
  ['gpt-image-2', 'IMAGE', ['image/jpeg', 'image/webp'], ['image/x-exr', 'application/pdf', 'video/mp4']],
  ['seedance-2.0', 'VIDEO', ['image/png', 'video/mp4', 'audio/mpeg'], ['text/plain']],
  ['kling-3.0-omni', 'VIDEO', ['image/png', 'video/mp4'], ['audio/mpeg']],
  ['kling-3.0', 'VIDEO', ['image/png'], ['video/mp4']],
  ['meshy-7', '3D', ['image/png'], ['model/gltf-binary']],
]

for (const [outputModel, outputType, taken, refused] of kinds) {
  test(`${outputModel} accepts ${taken.join(', ')}; 400 for ${refused.join(', ')}`, async () => {
    const ask = async (types: string[]) => {
      const attachments = await Promise.all(types.map(async (type) => ({ id: await fileOf(type) })))
      return generate({ ...request, outputModel, outputType, attachments })
    }
    assert.equal((await ask(taken)).status, 202)
    assert.equal((await ask(refused)).body.errors.length, refused.length)
  })
}

test('400: a folder of another project', async () => {
  const elsewhere = await world.project()
  const folder = { id: await newFolder(world, elsewhere.id, elsewhere.owner) }
  assert.deepEqual(await refusals({ ...request, folder }), [['/folder/id', 'not_found']])
})

test('409: the provider has no key and drafts are disabled', async () => {
  const bare = await startWorld({ providers: [] })
  const project = await bare.project()
  const route = `POST /api/projects/${project.id}/files/upload.generate`
  const answer = await bare.call(route, { key: project.owner.key, body: request })
  assert.deepEqual([answer.status, answer.body.code], [409, 'model_unavailable'])
})

test('a used attachment stays in storage, an unused one is deleted after 7 days', async () => {
  const { cleanStorage } = await import('../../jobs/clean-storage.ts')
  const used = await newGenerationAttachment(world, projectId, owner)
  const unused = await newGenerationAttachment(world, projectId, owner, await newObject(world))
  await generate({ ...request, attachments: [{ id: used }] })
  await sql`update generation_attachments set created_at = now() - interval '8 days'`
  await sql`update objects set created_at = now() - interval '8 days', stored_at = now() - interval '8 days'`
  await world.runJob(cleanStorage)
  const left = await sql<{
    id: string
  }>`select id from generation_attachments where id = any(${[used, unused]})`
  assert.deepEqual(left, [{ id: used }])
  const [object] = await sql<{ id: string }>`
    select object_id as id from generation_attachments where id = ${used}`
  assert.ok(await world.storage.stat(object!.id))
})
