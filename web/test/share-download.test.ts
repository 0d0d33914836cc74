// Downloading everything that a share shows, as its guest.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { readZip } from '../../server/test/helpers/read-zip.ts'
import { newObject } from '../../server/test/worlds/samples/files.ts'
import { enter } from './share-world.ts'
import { needsBrowser, startApp } from './start-app.ts'

const app = await startApp()
const { world } = app
const { sql } = world.database
const { id: projectId, owner } = await world.project({ name: 'Teaser' })

async function insertFile(number: number, name: string): Promise<string> {
  const id = `FX${String(number).padStart(22, '0')}`
  const objectId = await newObject(world, name)
  await sql`
    insert into files (id, project_id, name, mode, mime_type, status, size, position, object_id, stack_id, stack_number)
    values (${id}, ${projectId}, ${name}, 'LOCAL', 'text/plain', 'UPLOADED', 1, ${number}, ${objectId}, ${id}, 1)`
  return id
}
const files = [await insertFile(1, 'a.txt'), await insertFile(2, 'b.txt')]

async function share(settings: object): Promise<string> {
  const items = files.map((id) => ({ kind: 'FILE', id }))
  const body = { name: 'For the client', items, ...settings }
  const made = await world.call(`POST /api/projects/${projectId}/shares`, { key: owner.key, body })
  assert.equal(made.status, 201, JSON.stringify(made.body))
  return new URL(made.body.data.url).pathname
}

test('a guest downloads all files as one ZIP', needsBrowser, async () => {
  const page = await app.open(await share({ downloads: 'ORIGINAL' }), { size: 'phone' })
  await enter(page, 'Gus Client')
  const [started] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Download all' }).click(),
  ])
  const zip = Buffer.concat(await (await started.createReadStream()).toArray())
  assert.equal(started.suggestedFilename(), 'For the client.zip')
  assert.deepEqual([...readZip(zip).keys()], ['a.txt', 'b.txt'])
  await page.getByText(/^Downloading For the client\.zip, /).waitFor()
})

test('a share of proxies without any says so; one without downloads offers none', needsBrowser, async () => {
  const page = await app.open(await share({ downloads: 'PROXY' }), { allow: [/status of 409/] })
  await enter(page, 'Gus Client')
  await page.getByRole('button', { name: 'Download all' }).click()
  await page
    .getByText(/None of the chosen files/)
    .first()
    .waitFor()
  await page.goto(await share({ downloads: 'NONE' }))
  await enter(page, 'Gus Client')
  await page.getByRole('link', { name: 'a.txt' }).waitFor()
  assert.equal(await page.getByRole('button', { name: 'Download all' }).count(), 0)
})
