import assert from 'node:assert/strict'
import { readFileSync, writeFileSync } from 'node:fs'
import { test } from 'node:test'
import { eventTypeNames } from '../../../records/event-types.ts'
import type { ChatFormat } from '../../../records/webhook.ts'
import { messageOf, requestOf } from './compose.ts'
import type { Fact } from './facts.ts'
import { documentedPayloads } from './fixtures/documented-payloads.ts'
import type { ChatMessage } from './message.ts'
import { sentenceOf } from './sentences.ts'
import { bytes, fit, readable } from './text.ts'

const folder = new URL('fixtures/', import.meta.url)
const read = (name: string) => JSON.parse(readFileSync(new URL(name, folder), 'utf8'))
const chatFormats = Object.keys(documentedPayloads) as ChatFormat[]
const urls: Record<ChatFormat, string> = {
  slack: 'https://hooks.slack.example.com/services/T0/B0/secret',
  teams: 'https://teams.example.com/workflows/1/triggers/manual/paths/invoke',
  discord: 'https://discord.example.com/api/webhooks/1/secret',
  ntfy: 'https://ntfy.example.com/our-dailies',
}
const origin = 'https://dailies.example.com'
const ids = {
  project: '0199d1c0-0000-7000-8000-000000000001',
  comment: '0199d1c0-0000-7000-8000-000000000002',
  ann: '0199d1c0-0000-7000-8000-00000000000a',
  ben: '0199d1c0-0000-7000-8000-00000000000b',
}

function fact(changes: Partial<Fact> = {}): Fact {
  return {
    ...{ deliveryId: ids.comment, type: 'comment.created', data: { parent: null } },
    actor: { id: ids.ann, name: 'Ann', agent: false },
    ...{ projectId: ids.project, projectName: 'Summer campaign' },
    ...{ fileId: 'file1', fileName: 'Teaser.mov', fileKind: 'video', rate: { num: 24, den: 1 } },
    ...{
      versionId: null,
      versionName: null,
      deciderId: null,
      commentId: ids.comment,
      content: 'Too dark, @Ben',
    },
    ...{ anchor: 12_208, frame: 293, userName: null, folderName: null, skillId: null, skillName: null },
    stillFileId: 'file1',
    ...changes,
  }
}

const still = { url: 'https://media.example.com/still.jpg?signature=1', alt: 'Teaser.mov' }
const ben = { id: ids.ben, name: 'Ben', agent: false }
const upload = (name: string) =>
  fact({ type: 'file.uploaded', data: {}, commentId: null, content: null, fileId: name, fileName: name })

const messages: Record<string, ChatMessage> = {
  'a comment with a still': { ...messageOf([fact()], origin), still },
  'three comments of two people': messageOf(
    [
      fact(),
      fact({ actor: ben, content: 'Agreed', data: { parent: { id: ids.comment } } }),
      fact({ actor: ben }),
    ],
    origin,
  ),
  'seven uploads': messageOf(
    Array.from({ length: 7 }, (_, i) => upload(`Shot ${i + 1}.mov`)),
    origin,
  ),
}

test('the documented examples of each service match the schemas that the tests below use', () => {
  for (const [format, examples] of Object.entries(read('documented-examples.json')))
    for (const example of examples as unknown[]) documentedPayloads[format as ChatFormat].parse(example)
})

// Set RECORD=1 to write the file anew, and read the difference.
test('messages are sent as recorded', () => {
  const sent = Object.fromEntries(
    Object.entries(messages).map(([name, message]) => [
      name,
      Object.fromEntries(
        chatFormats.map((format) => [format, JSON.parse(requestOf(format, urls[format], message).body)]),
      ),
    ]),
  )
  if (process.env.RECORD)
    writeFileSync(new URL('recorded.json', folder), `${JSON.stringify(sent, null, 2)}\n`)
  assert.deepEqual(sent, read('recorded.json'))
  for (const message of Object.values(sent))
    for (const [format, body] of Object.entries(message)) documentedPayloads[format as ChatFormat].parse(body)
})

const hostile = [
  ...[
    '<!channel> <@U1> & <https://evil.example.com|click> ',
    '@everyone @here <@&1> [x](https://evil.example.com) ',
  ],
  ...[
    '**bold** _it_ ~~s~~ ||spoiler|| `code` # head - list > quote \\ ',
    '{{DATE(2017-02-14T06:08:39Z)}} ',
    '"\'🎬漢',
  ],
].join('')

test('the longest and most hostile texts stay within the limits of each service', () => {
  for (const text of [hostile.repeat(200), '&'.repeat(20_000), '🎬'.repeat(10_000), '漢'.repeat(10_000)]) {
    const facts = Array.from({ length: 20 }, (_, i) => {
      const actor = { id: `${i}`, name: text.slice(0, 400), agent: true }
      return fact({ actor, content: text, fileName: text, projectName: text, commentId: ids.comment })
    })
    for (const message of [messageOf(facts, origin), messageOf(facts.slice(0, 1), origin)])
      for (const format of chatFormats) {
        const { body } = requestOf(format, urls[format], { ...message, still: { ...still, alt: text } })
        documentedPayloads[format].parse(JSON.parse(body))
      }
  }
})

test('Slack: no text of a user becomes a link, a mention or a tag', () => {
  const { body } = requestOf(
    'slack',
    urls.slack,
    messageOf([fact({ content: hostile, fileName: hostile })], origin),
  )
  const { text, blocks } = JSON.parse(body)
  const texts = [text, ...blocks.map((block: { text?: { text: string } }) => block.text?.text ?? '')].join(
    '\n',
  )
  const links = [...texts.matchAll(/<([^>]*)>/g)].map(([, target]) => target!.split('|')[0])
  assert.deepEqual(links, [`${origin}/files/file1?comment=${ids.comment}`])
  assert.ok(texts.includes('&lt;!channel&gt; &lt;@U1&gt; &amp;'))
  assert.ok(blocks.every((block: { text?: { verbatim: boolean } }) => block.text?.verbatim !== false))
})

test('Discord: a message mentions no one, and shows markdown of users as it was written', () => {
  const { body } = requestOf('discord', urls.discord, messageOf([fact({ content: hostile })], origin))
  const { allowed_mentions, embeds } = JSON.parse(body)
  assert.deepEqual(allowed_mentions, { parse: [] })
  const { description } = embeds[0]
  assert.equal(description.slice(2).replace(/\\(.)/g, '$1'), readable(hostile))
  assert.equal(/(?<!\\)[*_~|`[\]<>]/.exec(description.slice(2)), null)
})

test('Teams: texts of users are runs, which have no markup', () => {
  const { body } = requestOf('teams', urls.teams, messageOf([fact({ content: hostile })], origin))
  const [attachment] = JSON.parse(body).attachments
  const types = attachment.content.body.map(({ type }: { type: string }) => type)
  assert.deepEqual(types, ['RichTextBlock', 'RichTextBlock', 'RichTextBlock'])
  assert.equal(attachment.content.body[1].inlines[0].text, readable(hostile))
})

test('ntfy: the topic is in the body, and credentials of the URL are in a header', () => {
  const request = (url: string) => requestOf('ntfy', url, messages['a comment with a still']!)
  for (const [url, authorization] of [
    ['https://ntfy.example.com/our-dailies', undefined],
    ['https://ann:se%20cret@ntfy.example.com/our-dailies', `Basic ${btoa('ann:se cret')}`],
    ['https://tk_1@ntfy.example.com/our-dailies', 'Bearer tk_1'],
    ['https://:tk_1@ntfy.example.com/our-dailies', 'Bearer tk_1'],
  ] as const) {
    const { url: target, headers, body } = request(url)
    assert.deepEqual([target, headers.authorization], ['https://ntfy.example.com/', authorization])
    assert.equal(JSON.parse(body).topic, 'our-dailies')
  }
  const named = messageOf([fact({ actor: { ...ben, name: 'Ben\r\nX-Priority: 5' } })], origin)
  assert.equal(JSON.parse(requestOf('ntfy', urls.ntfy, named).body).title.includes('\n'), false)
})

test('every type of event has a sentence for one and for several', () => {
  for (const type of eventTypeNames) {
    const one = fact({
      type,
      versionName: 'Cut 3',
      userName: 'Cleo',
      folderName: 'Day 1',
      skillName: 'grade',
    })
    for (const facts of [[one], [one, one]]) {
      const text = sentenceOf(facts)
      assert.doesNotMatch(text, /undefined|null|caused the event|\s{2}/, `${type}: ${text}`)
    }
  }
  assert.equal(sentenceOf([fact({ type: 'thing.invented' })]), 'Ann caused the event thing.invented')
})

test('people: two are named, more are counted; an agent is marked; the service is Dailies', () => {
  const by = (...names: string[]) =>
    sentenceOf(names.map((name) => ({ ...upload('a.mov'), actor: { id: name, name, agent: false } })))
  assert.equal(by('Ann', 'Ann'), 'Ann uploaded 2 files')
  assert.equal(by('Ann', 'Ben'), 'Ann and Ben uploaded 2 files')
  assert.equal(by('Ann', 'Ben', 'Cleo', 'Dan'), 'Ann and 3 others uploaded 4 files')
  assert.equal(sentenceOf([{ ...upload('a.mov'), actor: null }]), 'Dailies uploaded a.mov')
  const agent = { id: ids.ann, name: 'Ann', agent: true }
  assert.equal(sentenceOf([{ ...upload('a.mov'), actor: agent }]), 'Ann (agent) uploaded a.mov')
})

test('a status is the decision of the person whose verdict it is; the change of another person only sets it', () => {
  const decided = (to: string, deciderId: string | null) =>
    sentenceOf([
      fact({
        type: 'version.status_changed',
        data: { status: { from: 'NEED_REVIEW', to } },
        versionName: 'Cut 3',
        deciderId,
      }),
    ])
  assert.equal(decided('APPROVED', ids.ann), 'Ann approved the review Cut 3')
  assert.equal(decided('APPROVED', ids.ben), 'Ann set the review Cut 3 to Approved')
  assert.equal(decided('ON_HOLD', ids.ann), 'Ann set the review Cut 3 to On hold')
})

test('details that an agent wants for a skill are proposed, not changed', () => {
  const update = (...changed: string[]) =>
    fact({ type: 'skill.updated', data: { changed }, skillName: 'Grading' })
  assert.equal(sentenceOf([update('proposal')]), 'Ann proposed changes to the skill Grading')
  assert.equal(sentenceOf([update('proposal'), update('proposal')]), 'Ann proposed changes to skills 2 times')
  assert.equal(sentenceOf([update('name')]), 'Ann changed the skill Grading (name)')
})

test('the place of a comment is a timecode, a time or a page', () => {
  const headline = (changes: Partial<Fact>) => messageOf([fact(changes)], origin).headline
  assert.equal(headline({}), 'Ann commented on Teaser.mov at 00:00:12:05')
  assert.equal(headline({ frame: null, anchor: 72_500 }), 'Ann commented on Teaser.mov at 1:12')
  assert.equal(
    headline({ frame: null, anchor: 3, fileKind: 'document' }),
    'Ann commented on Teaser.mov on page 3',
  )
  assert.equal(headline({ frame: null, anchor: null }), 'Ann commented on Teaser.mov')
  assert.equal(headline({ fileId: null, fileName: null, frame: null, anchor: null }), 'Ann commented')
})

test('a mention is shown as @name', () => {
  const text = `@[Ann Lee](user:${ids.ann}) and\n@[everyone](review:everyone): see @[x](user:1)`
  assert.equal(readable(text), '@Ann Lee and @everyone: see @[x](user:1)')
})

test('a text is cut between characters, and never within an escape sequence', () => {
  const quote = (character: string) => (character === '&' ? '&amp;' : character)
  assert.equal(fit('a&b', { max: 7, quote }), 'a&amp;b')
  assert.equal(fit('a&b', { max: 6, quote }), 'a…')
  assert.equal(fit('🎬🎬🎬', { max: 5 }), '🎬🎬…')
  for (let max = 3; max < 40; max++) assert.ok(bytes(fit('漢字🎬é'.repeat(9), { max, size: bytes })) <= max)
})
