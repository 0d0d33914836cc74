import assert from 'node:assert/strict'
import { test } from 'node:test'
import { newFile } from '../../../test/worlds/samples.ts'
import { srt, startCaptionWorld } from './fixtures/caption-world.ts'

const { world, projectId, owner, add, video } = await startCaptionWorld()

test('201: the language gets its usual spelling; that of TTML is read from the file', async () => {
  const fileId = await video()
  const id = (await add(fileId, { text: srt, language: 'PT-br', label: 'SDH' })).body.data.id
  const [row] = await world.database.sql`select language, label, cue_count from captions where id = ${id}`
  assert.deepEqual(row, { language: 'pt-BR', label: 'SDH', cue_count: 2 })
})

test('400: a text without captions, and an unknown language; 409: other kinds of files', async () => {
  const fileId = await video()
  const fault = async (body: object) => {
    const { status, body: answer } = await add(fileId, body)
    assert.equal(status, 400)
    return answer.errors[0].path
  }
  assert.equal(await fault({ text: 'Hello' }), '/text')
  assert.equal(await fault({ text: srt, language: 'not a tag' }), '/language')
  const refused = await add(await newFile(world, projectId, owner), { text: srt })
  assert.deepEqual([refused.status, refused.body.code], [409, 'captions_not_supported'])
  await world.database.sql`
    insert into captions (id, file_id, language, source)
    select gen_random_uuid(), ${fileId}, 'en', 'UPLOADED' from generate_series(1, 50)`
  assert.equal((await add(fileId, { text: srt })).body.code, 'too_many_captions')
})
