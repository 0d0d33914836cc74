// What strangers write and upload must not run: every text field and every kind of file that a browser could run, with
// payloads that work where they are not escaped.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Dailies } from '@dailies/sdk'
import type { Page } from 'playwright-core'
import { needsBrowser, startApp } from './start-app.ts'

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
  `<iframe srcdoc="<script>parent.${run}</script>">`,
  `'-${run}-'`,
  `{{constructor.constructor('${run}')()}}`,
]
/** As many as fit. */
const hostile = (length = 100) => payloads.filter((payload) => payload.length <= length)
const name = (index: number) => hostile(64)[index % hostile(64).length]!

/** Fails when something has run, or when markup of ours was made of their text. */
async function requireCalm(page: Page): Promise<void> {
  await page.waitForLoadState('networkidle')
  const found = await page.evaluate(() => ({
    ran: (globalThis as { ran?: unknown }).ran,
    made: document.querySelectorAll(
      '#app iframe, #app [onerror], #app [onload], #app a[href^="javascript:" i]',
    ).length,
  }))
  assert.deepEqual(found, { ran: undefined, made: 0 })
}

test('what people write never runs, wherever it is shown', needsBrowser, async () => {
  const person = await world.person({ role: 'ADMIN', name: name(1) })
  const project = await client.projects.create({
    name: name(0),
    description: payloads.join(' '),
    accessRange: 'ALLOW_WORKSPACE_MEMBER',
  })
  await client.members.add(project.id, { members: [{ user: { id: person.userId }, role: 'PROJECT_MEMBER' }] })
  await client.folders.create(project.id, { name: name(2) })
  await client.accessLinks.create(project.id, { role: 'PROJECT_REVIEWER', description: name(1) })
  const bytes = new TextEncoder().encode(payloads.join('\n'))
  const { id: fileId } = await client.files.upload(project.id, bytes, {
    name: `${name(1).replaceAll('/', '')}.txt`,
  })
  await client.files.update(fileId, { description: payloads.join('\n') })
  const version = await client.versions.create(project.id, {
    name: name(2),
    description: payloads.join(' '),
    files: [{ id: fileId }],
  })
  for (const content of payloads) {
    const comment = await client.comments.createOnFile(fileId, {
      content,
      annotation: {
        shapes: [{ kind: 'text', points: [[0.5, 0.5]], colour: '#ff0000', width: 0.05, text: content }],
      },
    })
    await client.comments.createOnFile(fileId, { content, parent: { id: comment.id } })
    await client.comments.createOnProject(project.id, { content })
  }
  const skill = await client.skills.create({ name: 'hostile', description: payloads.join(' ') })
  for (const content of [payloads.join('\n\n'), `# ${name(1)}\n\n\`\`\`html\n${payloads[0]}\n\`\`\``])
    await client.skillVersions.publish(skill.id, { content, note: name(0) })

  const paths = [
    '/',
    `/projects/${project.id}`,
    `/projects/${project.id}/people`,
    `/projects/${project.id}/versions`,
    `/projects/${project.id}/versions/${version.id}`,
    `/projects/${project.id}/comments`,
    `/files/${fileId}`,
    '/skills',
    `/skills/${skill.id}`,
    '/settings/profile',
    '/settings/members',
    '/settings/keys',
  ]
  for (const path of paths) await requireCalm(await app.open(path, { user: person }))
})

test('what the address says never runs', needsBrowser, async () => {
  const { id } = await world.project({ owner })
  for (const payload of payloads) {
    const text = encodeURIComponent(payload)
    for (const path of [`/?q=${text}`, `/projects/${id}?folder=${text}&q=${text}`, `/skills/${text}`]) {
      await requireCalm(await app.open(path, { user: owner, allow: [/status of 404/] }))
    }
  }
})

const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="40" height="40"><script>parent.${run};${run}</script><image href="x" onerror="${run}"/><foreignObject><iframe xmlns="http://www.w3.org/1999/xhtml" src="javascript:parent.${run}"/></foreignObject><rect width="40" height="40" onload="${run}" fill="red"/></svg>`
const html = `<!doctype html><script>parent.${run};${run};fetch('/api/account')</script><img src=x onerror="${run}">`
const pdf = `%PDF-1.4
1 0 obj<</Type/Catalog/Pages 2 0 R/OpenAction<</S/JavaScript/JS(app.alert\\(1\\);${run})>>>>endobj
2 0 obj<</Type/Pages/Kids[3 0 R]/Count 1>>endobj
3 0 obj<</Type/Page/Parent 2 0 R/MediaBox[0 0 200 200]/Annots[<</Type/Annot/Subtype/Link/Rect[0 0 200 200]/A<</S/URI/URI(javascript:${run})>>>>]>>endobj
trailer<</Root 1 0 R>>
%%EOF`

test('what people upload and attach never runs in the room', needsBrowser, async () => {
  const { id: projectId } = await world.project({ owner })
  const files: [string, string][] = [
    ['picture.svg', svg],
    ['page.html', html],
    ['page.xhtml', `<html xmlns="http://www.w3.org/1999/xhtml"><script>${run}</script></html>`],
    ['paper.pdf', pdf],
    ['notes.md', payloads.join('\n\n')],
    ['page.html.png', html],
  ]
  for (const [fileName, content] of files) {
    const { id } = await client.files.upload(projectId, new TextEncoder().encode(content), { name: fileName })
    const attachment = await client.commentAttachments.uploadToFile(id, new TextEncoder().encode(content), {
      name: fileName,
    })
    await client.comments.createOnFile(id, { attachments: [{ id: attachment.id }] })
    await client.files.waitFor(id)
    await requireCalm(await app.open(`/files/${id}`, { user: owner }))
  }
})
