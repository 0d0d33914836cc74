// Untrusted content must not execute: every text field, and every kind of file that a browser could run, with payloads
// that work where they are not escaped.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Dailies } from '@dailies/sdk'
import type { Page } from 'playwright-core'
import sharp from 'sharp'
import { pdfFile } from '../../server/test/media-corpus/stills.ts'
import { newConnectedApp } from '../../server/test/worlds/account-records.ts'
import type { Person } from '../../server/test/worlds/world.ts'
import { follow, followFromNowhere, needsBrowser, startApp } from './start-app.ts'

const app = await startApp({ work: true, findProcessor: 'configured' })
const { world } = app
const owner = await world.person({ role: 'OWNER', name: 'Olga' })
const client = new Dailies({ baseUrl: world.url, token: owner.key })

const run = 'window.ran=1'
const payloads = [
  `<script>${run}</script>`,
  `"><img src=x onerror=${run}>`,
  `<svg onload=${run}>`,
  `javascript:${run}//`,
  `[link](javascript:${run})`,
  `https://x.example/"onmouseover="${run}`,
  `<iframe srcdoc="<script>parent.${run}</script>">`,
  `'-${run}-'`,
  `{{constructor.constructor('${run}')()}}`,
] as const
const [script, image, vector] = payloads
const all = payloads.join(' ')
const bytesOf = (text: string) => new TextEncoder().encode(text)

/** Fails when a payload has run, or when text was turned into elements. */
async function requireCalm(page: Page): Promise<void> {
  const found = await page.evaluate(() => ({
    ran: (globalThis as { ran?: unknown }).ran,
    made: [...document.body.querySelectorAll('*')]
      .filter(
        (one) =>
          one.matches(
            'iframe, object, embed, script:not([type=module]), [srcdoc], [href^="javascript:" i]',
          ) || one.getAttributeNames().some((name) => name.startsWith('on')),
      )
      .map(({ outerHTML }) => outerHTML),
  }))
  assert.deepEqual(found, { ran: undefined, made: [] }, page.url())
}

/**
 * Opens the page, and waits until the payload is visible as plain text. It follows a link: the document has none of the
 * texts, and is the same for every page.
 */
async function requireShown(page: Page, path: string, ...texts: readonly string[]): Promise<void> {
  await followFromNowhere(page, path)
  for (const text of texts) await page.getByText(text).first().waitFor()
  await requireCalm(page)
}

test('scripts in texts never run, wherever the texts are shown', needsBrowser, async () => {
  const person = await world.person({ role: 'ADMIN', name: image })
  const mine = new Dailies({ baseUrl: world.url, token: person.key })
  const project = await client.projects.create({
    name: script,
    description: all,
    accessRange: 'ALLOW_WORKSPACE_MEMBER',
  })
  await client.members.add(project.id, { members: [{ user: { id: person.userId }, role: 'PROJECT_MEMBER' }] })
  await client.folders.create(project.id, { name: vector })
  await client.accessLinks.create(project.id, { role: 'PROJECT_REVIEWER', description: vector })
  const still = await sharp({ create: { width: 160, height: 90, channels: 3, background: '#567' } })
    .png()
    .toBuffer()
  const { id: fileId } = await client.files.upload(project.id, still, { name: `${image}.png` })
  await client.files.update(fileId, { description: all })
  await client.files.waitFor(fileId, { until: 'processed' })
  const version = await client.versions.create(project.id, {
    name: vector,
    description: all,
    files: [{ id: fileId }],
  })
  const comments: [string, string][] = []
  for (const content of payloads) {
    const attachment = await mine.commentAttachments.uploadToFile(fileId, bytesOf('x'), {
      name: `${image}.txt`,
    })
    const comment = await mine.comments.createOnFile(fileId, {
      content,
      attachments: [{ id: attachment.id }],
      annotation: {
        shapes: [{ kind: 'text', points: [[0.1, 0.5]], colour: '#ff0000', width: 0.05, text: content }],
      },
    })
    await client.comments.createOnFile(fileId, { content: `Re: ${content}`, parent: { id: comment.id } })
    await client.comments.createOnProject(project.id, { content })
    comments.push([comment.id, content])
  }
  const skill = await client.skills.create({ name: script, description: all })
  for (const content of [payloads.join('\n\n'), `# ${image}\n\n\`\`\`html\n${script}\n\`\`\``])
    await client.skillVersions.publish(skill.id, { content, note: vector })
  await newConnectedAppNamed(image, person, project.id)
  await world.database.sql`update api_keys set name = ${vector} where user_id = ${person.userId}`

  const page = await app.open('/', { user: person })
  const projectPath = `/projects/${project.id}`
  await requireShown(page, '/', script)
  await requireShown(page, '/projects', script)
  await requireShown(page, projectPath, script, vector, image)
  await requireShown(page, `${projectPath}/people`, image, vector)
  await requireShown(page, `${projectPath}/versions`, vector)
  await requireShown(page, `${projectPath}/versions/${version.id}`, vector, all, image)
  await requireShown(page, `${projectPath}/comments`, ...payloads)
  await requireShown(page, `/files/${fileId}`, image)
  for (const [id, content] of comments) {
    await follow(page, `/files/${fileId}?comment=${id}`)
    await page.getByRole('img', { name: 'Drawing on the image' }).getByText(content).waitFor()
    await page.getByRole('complementary').locator('p').getByText(content, { exact: true }).waitFor()
    await requireCalm(page)
  }
  await page.getByText(/^Re: /).first().waitFor()
  await page.getByRole('button', { name: 'More about this file' }).click()
  await page.getByRole('menuitem', { name: 'Details' }).click()
  await page.getByRole('dialog').getByText(all).waitFor()
  await requireCalm(page)
  await requireShown(page, `/files/${fileId}/compare`, image)
  await requireShown(page, '/skills', script)
  await requireShown(page, `/skills/${skill.id}`, script, vector)
  await requireShown(page, `/skills/${skill.id}?edit=true`, script)
  await requireShown(page, `/skills/${skill.id}?from=1&to=2`, script)
  await requireShown(page, '/settings/members', image)
  await requireShown(page, '/settings/apps', image)
  await requireShown(page, '/settings/api-keys', vector)
  await followFromNowhere(page, '/settings/profile')
  await page.waitForFunction(
    (name) => [...document.querySelectorAll('input')].some(({ value }) => value === name),
    image,
  )
  await requireCalm(page)
})

async function newConnectedAppNamed(name: string, person: Person, projectId: string): Promise<void> {
  const id = await newConnectedApp(world, projectId, person)
  await world.database.sql`update oauth_grants set client_name = ${name} where id = ${id}`
}

test('scripts in the URL never run', needsBrowser, async () => {
  const { id, owner } = await world.project()
  const stranger = await app.open('/sign-in')
  const allow = [/status of 40[04]/, /There is nothing here/]
  // The document is loaded with all payloads at once; then the app follows each of them.
  const page = await app.open(`/?q=${encodeURIComponent(all)}`, { user: owner, allow })
  for (const payload of [all, ...payloads]) {
    const text = encodeURIComponent(payload)
    await follow(page, `/?q=${text}`)
    await page.waitForFunction(
      (q) => document.querySelector<HTMLInputElement>('[type=search]')?.value === q,
      payload,
    )
    await requireCalm(page)
    // Each heading differs from that of the previous page, which stays until the next one is shown.
    for (const [path, heading] of [
      [`/skills/${text}`, 'Page not found'],
      [`/projects/${id}?folder=${text}&q=${text}`, 'Folder not found'],
      [`/projects/${id}/${text}`, 'Page not found'],
    ] as const) {
      const html = await (await page.request.get(path)).text()
      assert.ok(!html.includes(payload), 'the server does not repeat the URL')
      await follow(page, path)
      await page.locator('main').getByRole('heading', { name: heading }).waitFor()
      await requireCalm(page)
    }
    await stranger.goto(`/sign-in?next=${text}`)
    await requireCalm(stranger)
    const signedIn = await page.request.get(`/sign-in?next=${text}`, { maxRedirects: 0 })
    assert.equal(signedIn.status(), 303)
    assert.equal(new URL(signedIn.headers().location!, app.origin).origin, app.origin)
  }
})

const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="40" height="40"><script>parent.${run};${run}</script><image href="x" onerror="${run}"/><foreignObject><iframe xmlns="http://www.w3.org/1999/xhtml" src="javascript:parent.${run}"/></foreignObject><rect width="40" height="40" onload="${run}" fill="red"/></svg>`
const html = `<!doctype html><script>parent.${run};${run};fetch('/api/account')</script><img src=x onerror="${run}">`
const pdf = pdfFile([
  `<< /Type /Catalog /Pages 2 0 R /OpenAction << /S /JavaScript /JS (app.alert\\(1\\); ${run}) >> >>`,
  '<< /Type /Pages /Kids [3 0 R] /Count 1 >>',
  `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 200 200] /Annots [<< /Type /Annot /Subtype /Link /Rect [0 0 200 200] /A << /S /URI /URI (javascript:${run}) >> >>] /Contents 4 0 R >>`,
  '<< /Length 0 >>\nstream\n\nendstream',
])

test('scripts in uploads and attachments never run in the review room', needsBrowser, async () => {
  const { id: projectId } = await world.project({ owner })
  const files: [string, Uint8Array][] = [
    ['picture.svg', bytesOf(svg)],
    ['page.html', bytesOf(html)],
    ['page.xhtml', bytesOf(`<html xmlns="http://www.w3.org/1999/xhtml"><script>${run}</script></html>`)],
    ['paper.pdf', pdf],
    ['notes.md', bytesOf(payloads.join('\n\n'))],
    ['page.html.png', bytesOf(html)],
  ]
  const page = await app.open('/', { user: owner })
  for (const [name, content] of files) {
    const { id } = await client.files.upload(projectId, content, { name })
    const attachment = await client.commentAttachments.uploadToFile(id, content, { name })
    await client.comments.createOnFile(id, { attachments: [{ id: attachment.id }] })
    await client.files.waitFor(id, { until: 'processed' })
    await follow(page, `/files/${id}`)
    await page
      .getByRole('complementary')
      .getByRole('button', { name: new RegExp(name) })
      .waitFor()
    // The page may show the file's image, its pages, or a notice that it cannot be shown.
    await page
      .getByRole('region', { name })
      .locator('img, [data-shown], h2, [role=button], button')
      .first()
      .waitFor()
    await requireCalm(page)
  }
})
