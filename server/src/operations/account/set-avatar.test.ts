import assert from 'node:assert/strict'
import { test } from 'node:test'
import sharp from 'sharp'
import { colourAt, loadImage, sendImage, twoColours } from '../../../test/helpers/avatars.ts'
import { startWorld } from '../../../test/worlds/world.ts'

const world = await startWorld()
const path = '/api/account/avatar'

async function newPerson() {
  const person = await world.person({ role: 'MEMBER', name: 'Ada' })
  return { ...person, session: await world.session(person.userId) }
}

test('200: the avatar is a square in three sizes without metadata, readable by anyone with the URL', async () => {
  const { session } = await newPerson()
  const photo = twoColours(900, 300).jpeg({ quality: 95 })
  const image = await photo.withExif({ IFD0: { Copyright: 'Ada at home' } }).toBuffer()
  const { status, body } = await sendImage(world, path, session, image, 'image/jpeg')
  assert.equal(status, 200, JSON.stringify(body))
  const { avatarUrl } = body.data
  for (const side of [64, 128, 512]) {
    const { status, headers, bytes } = await loadImage(`${avatarUrl}?size=${side}`)
    assert.equal(status, 200)
    assert.equal(headers.get('content-type'), 'image/webp')
    assert.match(headers.get('cache-control')!, /immutable/)
    const metadata = await sharp(bytes).metadata()
    assert.deepEqual([metadata.width, metadata.height, metadata.exif], [side, side, undefined])
    assert.equal(await colourAt(bytes, 4, side / 2), 'red')
    assert.equal(await colourAt(bytes, side - 4, side / 2), 'blue')
  }
  assert.equal((await sharp((await loadImage(avatarUrl)).bytes).metadata()).width, 512)
  for (const odd of ['?size=65', '?size=64&size=128', '?size=', 'x']) {
    assert.equal((await loadImage(avatarUrl + odd)).status, 404, odd)
  }
})

test('200: the requested square is cropped from the upright image', async () => {
  const { session } = await newPerson()
  // Stored rotated: upright, the image is 100 wide and 200 high, red above and blue below.
  const image = await twoColours(200, 100).withMetadata({ orientation: 6 }).jpeg({ quality: 95 }).toBuffer()
  const lower = await sendImage(world, `${path}?x=0&y=110&size=90`, session, image, 'image/jpeg')
  assert.equal(lower.status, 200, JSON.stringify(lower.body))
  assert.equal(await colourAt((await loadImage(lower.body.data.avatarUrl)).bytes, 256, 100), 'blue')
  const outside = await sendImage(world, `${path}?x=50&y=0&size=90`, session, image, 'image/jpeg')
  assert.deepEqual([outside.status, outside.body.errors[0].path], [400, '/size'])
  const half = await sendImage(world, `${path}?x=50`, session, image, 'image/jpeg')
  assert.deepEqual([half.status, half.body.errors[0].code], [400, 'incomplete'])
})

test('an avatar for one workspace shows there, the avatar of the account elsewhere', async () => {
  const { session, userId, email } = await newPerson()
  const elsewhere = await world.workspace()
  const there = await world.person({ workspaceId: elsewhere, email, name: 'Ada' })
  assert.equal(there.userId, userId)
  const image = await twoColours(100, 100).png().toBuffer()
  const account = await sendImage(world, path, session, image)
  const here = await sendImage(world, `${path}?thisWorkspaceOnly=true`, session, image)
  const avatars = async () => {
    const [a, b] = await Promise.all(
      [session, await world.session(userId, elsewhere)].map((key) => world.call('GET /api/account', { key })),
    )
    return [a!.body.data.avatarUrl, a!.body.data.displayAvatarUrl, b!.body.data.displayAvatarUrl]
  }
  const [own, only] = [account.body.data.avatarUrl, here.body.data.avatarUrl]
  assert.deepEqual(await avatars(), [own, only, null])
  await world.call(`DELETE ${path}?thisWorkspaceOnly=true`, { key: session })
  assert.deepEqual(await avatars(), [own, null, null])
})

test('comments, members and project cards show the avatar, and the projects of the user get an event', async () => {
  const { id, owner } = await world.project()
  const session = await world.session(owner.userId)
  const comment = { key: owner.key, body: { content: 'Hello' } }
  const { body: made } = await world.call(`POST /api/projects/${id}/comments`, comment)
  const { body } = await sendImage(
    world,
    path,
    session,
    await twoColours(80, 80).webp().toBuffer(),
    'image/webp',
  )
  const url = body.data.avatarUrl
  const { body: read } = await world.call(`GET /api/comments/${made.data.id}`, { key: owner.key })
  assert.equal(read.data.author.avatarUrl, url)
  const { body: members } = await world.call(`GET /api/projects/${id}/members`, { key: owner.key })
  assert.equal(members.data[0].user.avatarUrl, url)
  const events = await world.database.sql<{ type: string }>`
    select type from outbox where project_id = ${id} union all select type from events where project_id = ${id}`
  assert.equal(events.filter(({ type }) => type === 'member.updated').length, 1)
})

test('the avatar is deleted with the account', async () => {
  const { session, userId } = await newPerson()
  const { body } = await sendImage(world, path, session, await twoColours(80, 80).png().toBuffer())
  await world.database.sql`delete from users where id = ${userId}`
  assert.equal((await loadImage(body.data.avatarUrl)).status, 404)
})

test('400: bodies that are not a complete PNG, JPEG or WebP image', async () => {
  const { session } = await newPerson()
  const png = await twoColours(300, 300).png({ compressionLevel: 0 }).toBuffer()
  const bomb = Buffer.from(png)
  // Width and height of the header: 60,000 × 60,000 pixels.
  bomb.writeUInt32BE(60_000, 16)
  bomb.writeUInt32BE(60_000, 20)
  const hostile: [string, Uint8Array<ArrayBuffer> | string, string][] = [
    ['an SVG', '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"/>', 'image/svg+xml'],
    ['a GIF', await twoColours(9, 9).gif().toBuffer(), 'image/gif'],
    ['a page that calls itself PNG', '<!doctype html><script>alert(1)</script>', 'image/png'],
    ['a truncated PNG', png.subarray(0, png.length / 2), 'image/png'],
    ['a PNG of a signature only', png.subarray(0, 8), 'image/png'],
    ['a PNG with a broken header', bomb, 'image/png'],
    ['nothing', '', 'image/png'],
  ]
  for (const [what, image, type] of hostile) {
    const { status, body } = await sendImage(world, path, session, image, type)
    assert.deepEqual([status, body.code], [400, 'invalid_request'], `${what}: ${JSON.stringify(body)}`)
    assert.match(body.message, /image/i, what)
  }
  const sized = await sharp({ create: { width: 12_000, height: 12_000, channels: 3, background: 'red' } })
    .png({ compressionLevel: 9 })
    .toBuffer()
  const { status, body } = await sendImage(world, path, session, sized)
  assert.deepEqual([status, body.message.includes('100 million pixels')], [400, true])
})

test('413 above 5 MB, 415 for JSON, 401 without a session, 403 with a key', async () => {
  const { session, key } = await newPerson()
  const image = await twoColours(80, 80).png().toBuffer()
  const large = Buffer.concat([image, Buffer.alloc(5_000_001)])
  assert.equal((await sendImage(world, path, session, large)).status, 413)
  assert.equal((await sendImage(world, path, session, '{}', 'application/json')).status, 415)
  assert.equal((await sendImage(world, path, undefined, image)).status, 401)
  assert.equal((await sendImage(world, path, key, image)).body.code, 'session_required')
  const forged = await fetch(world.url + path, {
    method: 'PUT',
    headers: { Cookie: `dailies=${session.slice('session:'.length)}`, Origin: 'https://evil.example' },
    body: image,
  })
  assert.equal(forged.status, 403)
})

test('a polyglot keeps nothing but its pixels', async () => {
  const { session } = await newPerson()
  const script = Buffer.from('<script>alert(document.domain)</script>')
  const image = Buffer.concat([await twoColours(80, 80).png().toBuffer(), script])
  const { status, body } = await sendImage(world, path, session, image)
  assert.equal(status, 200)
  const { bytes, headers } = await loadImage(body.data.avatarUrl)
  assert.ok(!bytes.includes('<script>'))
  assert.equal(headers.get('x-content-type-options'), 'nosniff')
})
