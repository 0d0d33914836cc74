import assert from 'node:assert/strict'
import { test } from 'node:test'
import { startWorld } from '../../test/worlds/world.ts'
import { fold, keyOf, search } from './search.ts'

const world = await startWorld()
const { sql } = world.database
const workspaceId = await world.workspace()

/** The names of projects that a keyword matches: exact matches by rank, and matches with a typo. */
async function find(keyword: string, names: readonly string[], description: string | null = null) {
  await sql`delete from projects where workspace_id = ${workspaceId}`
  await sql`
    insert into projects (id, workspace_id, name, description, access_range)
    select gen_random_uuid(), ${workspaceId}, name, ${description}, 'ONLY_PROJECT_MEMBER'
    from unnest(${names}::text[]) name`
  const { found, rank, similar } = search(keyword, [
    { folded: 'name_folded', key: 'name_key' },
    { folded: 'description_folded', key: 'description_key' },
  ])
  const holding = await sql<{
    name: string
  }>`select name from projects where ${found} order by ${rank} desc, name`
  const close = await sql<{ name: string }>`
    select name from projects where ${similar} and (${found}) is not true order by name`
  return [holding.map(({ name }) => name), close.map(({ name }) => name)]
}

/** Letters, marks and digits of Unicode 15 and 16 that fold to others. Postgres knows them from release 18 on. */
const recent =
  /[\u1c89\u{105c9}\u{105e4}\u{10d50}-\u{10d65}\u{11383}-\u{113c8}\u{1ccd6}-\u{1ccf9}\u{1e030}-\u{1e06d}]/u

test('JavaScript and Postgres fold texts and build keys identically, in every script', async () => {
  const [server] = await sql<{
    version: number
  }>`select current_setting('server_version_num')::integer as version`
  const knowsRecent = server!.version >= 180_000
  const texts: string[] = []
  for (let code = 1; code < 0x1fb00; code++) {
    const character = String.fromCodePoint(code)
    if (!knowsRecent && recent.test(character)) continue
    // Of the thousands of ideographs and Hangul syllables, which all behave alike, every hundredth.
    const alike = (code >= 0x3400 && code < 0xd800) || (code >= 0x12000 && code < 0x1d000)
    // A letter on each side, because marks alone are not folded.
    if (/[\p{L}\p{M}\p{N}\p{P}\p{S}\p{Z}]/u.test(character) && (!alike || code % 100 === 0))
      texts.push(`a${character}A`)
  }
  const rows = await sql<{ folded: string; key: string }>`
    select search_folded(t) as folded, search_key(search_folded(t)) as key
    from unnest(${texts}::text[]) with ordinality as each (t, n) order by n`
  const different = texts.filter((text, i) => {
    const folded = fold(text)
    return rows[i]!.folded !== folded || rows[i]!.key !== ` ${keyOf(folded)} `
  })
  assert.deepEqual(different, [])
})

const others = ['Nothing similar', 'Ничего', '無關', 'شيء', 'דבר', 'τίποτα', 'ไม่มี', 'कुछ नहीं', '없음', '🥁']

for (const [script, name, ...keywords] of [
  ['Latin', 'Summer Teaser 01', 's', 'ea', 'teaser', 'TEASER', 'mer tea', '01'],
  [
    'Latin with accents',
    'Ångström à Łódź, façade',
    'angstrom',
    'ÅNG',
    'lodz',
    'łódź',
    'FACADE',
    'Fac\u0327ade',
  ],
  ['Turkish', 'İstanbul ışık', 'istanbul', 'ISTANBUL', 'isik'],
  ['Greek', 'Η ΟΔΎΣΣΕΙΑ του Σίσυφος', 'οδύσσεια', 'οδυσσεια', 'ΣΊΣΥΦΟΣ', 'σισυφοσ', 'Ο'],
  ['Cyrillic', 'Ёлка в Москве', 'елка', 'ёлка', 'МОСКВ', 'м', 'ск'],
  ['Arabic', 'مُقَدِّمَة الفيلم', 'مقدمة', 'فيلم', 'م'],
  ['Hebrew', 'סֶרֶט קצר', 'סרט', 'קצר', 'ק'],
  ['Thai', 'ตัวอย่างภาพยนตร์', 'ภาพยนตร์', 'ตัว', 'ภ'],
  ['Devanagari', 'हिन्दी फिल्म', 'फिल्म', 'हि', 'हिन्दी'],
  ['Chinese', '新電影預告片', '電影預告', '預告', '影', '新'],
  ['Japanese', '日本語テスト動画', '日本語', 'テスト', 'ﾃｽﾄ', '動'],
  ['Korean', '한국어 예고편', '한국', '예고편', '국', '하'],
  ['emoji', '🎬 Teaser ❤️', '🎬', '❤', '❤️', '🎬 t'],
  ['full width', 'ＳＨＯＴ１００％', 'shot100%', '100%', '%'],
  ['punctuation', 'a_b\\c%d (v1.2)', '_', '\\', 'b\\c', '%', '(v1.2)', 'v1.2'],
] as const) {
  test(`part of a name matches, in ${script}`, async () => {
    for (const keyword of keywords) {
      const [holding] = await find(keyword, [name, ...others])
      assert.ok(holding!.includes(name), keyword)
    }
  })
}

test('wildcards and regular expression characters are matched literally', async () => {
  for (const keyword of [
    't_aser',
    't%r',
    'teas.*',
    't.aser',
    '(teaser',
    'teas|er',
    '[teaser',
    '\\y',
    '***:a',
    '(?i)teaser',
  ]) {
    const [holding, close] = await find(keyword, ['teaser'])
    assert.deepEqual(holding, [], keyword)
    assert.ok(close!.length <= 1)
  }
})

for (const [name, ...keywords] of [
  [
    'Teaser',
    'tesaer',
    'taeser',
    'eteaser',
    'etaser',
    'teasre',
    'teser',
    'teaer',
    'easer',
    'tease',
    'teazer',
    'xeaser',
    'teasex',
    'teasser',
    'teaaser',
  ],
  ['A Film by', 'fiml', 'flim', 'fxlm', 'fillm', 'filn', 'gilm'],
  ['Shot_Delta-01.mov', 'dleta', 'detla', 'delat', 'dxlta', 'deltx'],
  ['Müller', 'mulller', 'muler', 'Mullar', 'Müllre'],
  ['Documentary of the year', 'documetnary', 'docmentary', 'documentary of teh'],
  ['Москва', 'мсоква', 'москваа', 'масква', 'москв'],
  ['Οδύσσεια', 'οδυσεια', 'οδισσεια'],
  ['ภาพยนตร์', 'ภาพยนต์', 'ภาพบนตร์'],
  ['新電影預告片', '電影预告', '電影預報片'],
  ['한국어', '한극어', '한국거'],
] as const) {
  test(`one typo matches ${name}`, async () => {
    for (const keyword of keywords) {
      const results = await find(keyword, [name, ...others])
      assert.deepEqual(results.flat(), [name], keyword)
    }
  })
}

test('two wrong letters, the start of another word, and three letters or fewer do not match as typos', async () => {
  for (const [keyword, name] of [
    ['teaser', 'Team'],
    ['teaser', 'Texxer'],
    ['film', 'Filter'],
    ['film', 'Profile'],
    ['cut', 'cat'],
    ['москва', 'Масква-рика'],
    ['ab', 'ba'],
  ] as const) {
    const expected = keyword === 'москва' ? [name] : []
    assert.deepEqual((await find(keyword, [name])).flat(), expected, `${keyword} ${name}`)
  }
})

test('names that begin with the keyword rank before names that contain it, then descriptions; each once', async () => {
  const [holding, close] = await find('cut', ['The cut', 'Cut 2', 'Uncut'])
  assert.deepEqual([holding, close], [['Cut 2', 'The cut', 'Uncut'], []])
  const [described] = await find('final', ['Almost final', 'Other', 'Final'], 'The final cut')
  assert.deepEqual(described, ['Final', 'Almost final', 'Other'])
  assert.deepEqual(await find('teaser', ['Teaser', 'Tesaer', 'Teaser and tesaer']), [
    ['Teaser', 'Teaser and tesaer'],
    ['Tesaer'],
  ])
})

test('the longest keywords and keywords of marks only match', async () => {
  for (const keyword of [
    'ш'.repeat(24),
    'ш'.repeat(25),
    '(🎬'.repeat(12),
    'é'.repeat(100),
    'ﷺ'.repeat(100),
  ]) {
    assert.deepEqual((await find(keyword, [keyword, ...others])).flat(), [keyword])
  }
  assert.deepEqual((await find('\u0301', ['a', 'e\u0301'])).flat(), [])
})
