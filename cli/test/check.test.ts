// `dailies check`, on files of this machine without a server, and on files of a server.
import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { linkSync, mkdirSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { before, test } from 'node:test'
import sharp from 'sharp'
import { SarifLog } from '../../server/src/media/checks/export/fixtures/sarif-schema.ts'
import { missing } from '../../server/test/helpers/media-tools.ts'
import { withoutXmllint, xpath } from '../../server/test/helpers/xpath.ts'
import { coloredBox, glb, pdf } from '../../server/test/media-corpus/stills.ts'
import { newFinding, newMeasuredFile } from '../../server/test/worlds/samples/checks.ts'
import { startWorld } from '../../server/test/worlds/world.ts'
import { type CliOptions, runCli, spawnCli, temporaryFolder } from './run-cli.ts'

const skip = missing('ffprobe')
const folder = temporaryFolder()
const inFolder = (name: string) => join(folder, name)
const [cut, clean, junk, rules] = ['cut.mp4', 'clean.mp4', 'junk.mp4', 'delivery.json'].map(inFolder) as [
  string,
  string,
  string,
  string,
]

before(() => {
  if (skip) return
  makeVideo(cut, "drawbox=c=black:t=fill:enable='between(n,30,54)'")
  makeVideo(clean, 'null')
  writeFileSync(junk, Buffer.alloc(5_000, 'junk\0'))
  writeFileSync(
    rules,
    JSON.stringify({
      name: 'Delivery',
      rules: {
        black: { level: 'PROBLEM', seconds: 0.2 },
        frozen: { level: 'WARNING', seconds: 2 },
        silence: { level: 'WARNING', seconds: 1 },
      },
    }),
  )
})

/** A moving image of 100 frames at 25 frames a second, without audio. */
function makeVideo(path: string, filter: string): void {
  const source = ['-f', 'lavfi', '-i', 'testsrc2=size=320x180:rate=25,format=yuv420p', '-vf', filter]
  const codec = ['-frames:v', '100', '-c:v', 'libx264', '-preset', 'ultrafast', '-crf', '16']
  execFileSync('ffmpeg', ['-y', '-v', 'error', ...source, ...codec, path])
}

/** Neither a server nor a credential: a request would fail. */
function check(words: readonly string[], options: CliOptions = {}) {
  const offline = () => Promise.reject(new Error('a request was made'))
  return runCli(['check', ...words], { fetch: offline, ...options })
}

test('a black stretch has exact frames, and the exit code is 10', { skip }, async () => {
  const { code, stdout, stderr } = await check([cut, '--profile', rules, '--json'])
  assert.equal(code, 10, stderr)
  const { files } = JSON.parse(stdout)
  const [found] = files[0].findings
  assert.deepEqual(
    [found.rule, found.level, found.firstFrame, found.lastFrame, found.first, found.last],
    ['black', 'PROBLEM', 30, 54, '00:00:01:05', '00:00:02:04'],
  )
  assert.equal(files[0].findings.length, 1)
  const outcomes = files[0].rules.map((one: { rule: string; outcome: string }) => [one.rule, one.outcome])
  assert.deepEqual(outcomes, [
    ['black', 'FOUND'],
    ['frozen', 'PASSED'],
    ['silence', 'NOT_APPLICABLE'],
  ])
  assert.match(stderr, /cut\.mp4: measuring\n(.*\n)*dailies: 1 file has open problems\.\n$/)
})

test('the table for people shows timecodes, frames, limits and what is no pass', { skip }, async () => {
  const { stdout } = await check([cut, '--profile', rules], { terminal: 160 })
  assert.match(stdout, /cut\.mp4 · Delivery · 1 problem\n/)
  assert.match(
    stdout,
    /problem +Black frames +00:00:01:05 +00:00:02:04 +30–54 +1 s +0\.2 s +The image is black/,
  )
  assert.match(stdout, /Passed: frozen frames\.\nNot applicable: silence\.\n/)
  const { stdout: coloured } = await check([cut, '--profile', rules], {
    terminal: 160,
    env: { NO_COLOR: '' },
  })
  assert.ok(coloured.includes('\x1b[31mproblem'), 'a problem is red')
})

test('a clean file: the exit code is 0', { skip }, async () => {
  const { code, stdout, stderr } = await check([clean, '--profile', rules])
  assert.equal(code, 0, stderr)
  assert.match(stdout, /clean\.mp4 · Delivery · no findings\n/)
})

test('a built-in check profile is used by name, web by default', { skip }, async () => {
  const named = await check([cut, '--profile', 'vfx', '--json'])
  const usual = await check([cut, '--json'])
  const name = ({ stdout }: { stdout: string }) => JSON.parse(stdout).files[0].profile.name
  assert.deepEqual([name(named), name(usual)], ['VFX plate', 'Web 1080p'])
  const unknown = await check([cut, '--profile', 'netflix'])
  assert.equal(unknown.code, 1)
  assert.match(
    unknown.stderr,
    /no built-in check profile "netflix"\.\n {2}Use web, ebu, social, vfx, or the path/,
  )
})

test('an image, a PDF and a 3D model are checked by the rules of their kind, without ffmpeg', async () => {
  const [photo, page, box, profile] = ['photo.jpg', 'page.pdf', 'box.glb', 'kinds.json'].map(inFolder) as [
    string,
    string,
    string,
    string,
  ]
  const blue = { width: 300, height: 200, channels: 3, background: '#246' } as const
  await sharp({ create: blue }).toColourspace('cmyk').jpeg().toFile(photo)
  writeFileSync(page, pdf(['/MediaBox [0 0 300 200]', '/MediaBox [0 0 200 300]']))
  writeFileSync(box, await glb(await coloredBox()))
  writeFileSync(
    profile,
    JSON.stringify({
      rules: {
        black: { level: 'PROBLEM', seconds: 0.2 },
        colourProfile: { level: 'WARNING', spaces: ['SRGB'] },
        pageSize: { level: 'PROBLEM', sizes: ['A4'] },
        triangles: { level: 'PROBLEM', most: 1 },
        validator: { level: 'PROBLEM' },
      },
    }),
  )
  const words = [photo, page, box, '--profile', profile]
  const env = { FFMPEG: '/nowhere/ffmpeg', FFPROBE: '/nowhere/ffprobe' }
  const { code, stdout, stderr } = await check([...words, '--json'], { env })
  assert.equal(code, 10, stderr)
  type Result = { state: string; findings: object[]; rules: { rule: string; outcome: string }[] }
  const outcomes = JSON.parse(stdout).files.map(({ state, rules }: Result) => [
    state,
    ...rules.filter(({ outcome }) => outcome !== 'NOT_APPLICABLE').map((one) => `${one.rule} ${one.outcome}`),
  ])
  assert.deepEqual(outcomes, [
    ['READY', 'colourProfile FOUND'],
    ['READY', 'pageSize FOUND'],
    ['READY', 'triangles FOUND', 'validator PASSED'],
  ])
  const { stdout: table } = await check(words, { env, terminal: 200 })
  assert.match(table, /warning +Colour profile +CMYK +sRGB +The colours of the image are CMYK/)
  assert.match(
    table,
    /page\.pdf .* 2 problems\nLEVEL +RULE +PAGE .*\nproblem +Page size +1 .*\nproblem +Page size +2 /,
  )
  assert.match(
    table,
    /box\.glb .* 1 problem\n(.*\n)+Passed: glTF Validator\.\nNot applicable: black frames, /,
  )
})

test('--fail-on warning also counts warnings', { skip }, async () => {
  const warning = inFolder('warning.json')
  writeFileSync(warning, JSON.stringify({ rules: { black: { level: 'WARNING', seconds: 0.2 } } }))
  assert.equal((await check([cut, '--profile', warning])).code, 0)
  assert.equal((await check([cut, '--profile', warning, '--fail-on', 'warning'])).code, 10)
})

test('junk is not checked, with exit code 11, and the other files are', { skip }, async () => {
  const { code, stdout, stderr } = await check([junk, clean, '--profile', rules])
  assert.equal(code, 11, stderr)
  assert.match(stdout, /junk\.mp4 .*not checked\n {2}The file is no video/)
  assert.match(stdout, /clean\.mp4 .*no findings/)
  const { code: both } = await check([junk, cut, '--profile', rules])
  assert.equal(both, 10)
})

test('a truncated video is a result, and no pass', { skip }, async () => {
  const truncated = inFolder('truncated.mp4')
  writeFileSync(truncated, readFileSync(cut).subarray(0, 20_000))
  const { code, stdout } = await check([truncated, '--profile', rules])
  assert.equal(code, 11)
  assert.match(stdout, /not checked\n {2}The file is damaged/)
})

test('without ffmpeg the command says what to install', { skip }, async () => {
  const { code, stderr } = await check([cut], { env: { FFMPEG: '/nowhere/ffmpeg' } })
  assert.equal(code, 1)
  assert.match(
    stderr,
    /needs ffmpeg 5\.1 or later on this machine\. FFMPEG does not name a program\.\n {2}Install/,
  )
})

test('JUnit and SARIF of several files', { skip: skip || withoutXmllint }, async () => {
  const xml = await check([cut, clean, junk, '--profile', rules, '--format', 'junit'])
  assert.equal(xml.code, 10)
  const numbers = ['tests', 'failures', 'errors'].map((name) => xpath(xml.stdout, `/testsuites/@${name}`))
  assert.deepEqual(numbers, ['7', '1', '1'])
  assert.match(xpath(xml.stdout, '//failure'), /frames 30 to 54/)

  const output = inFolder('checks.sarif')
  const sarif = await check([cut, junk, '--profile', rules, '--format', 'sarif', '--output', output])
  assert.match(sarif.stdout, /cut\.mp4 · Delivery · 1 problem/)
  const { runs } = SarifLog.parse(JSON.parse(readFileSync(output, 'utf8')))
  assert.equal(runs[0]!.results[0]!.locations[0]!.properties!.firstFrame, 30)
  assert.equal(runs[0]!.invocations[0]!.executionSuccessful, false)
})

test('a link and a file with two names are checked like the file', { skip }, async () => {
  const [soft, hard] = [inFolder('soft.mp4'), inFolder('hard.mp4')]
  const other = inFolder('other.mp4')
  writeFileSync(other, readFileSync(cut))
  symlinkSync(other, soft)
  linkSync(other, hard)
  for (const path of [soft, hard]) assert.equal((await check([path, '--profile', rules])).code, 10, path)
})

test('wrong arguments are found before anything is measured', { skip }, async () => {
  const cases: [string[], number, RegExp][] = [
    [[clean, inFolder('nothing.mp4')], 5, /There is no file .*nothing\.mp4\.\n {2}Give paths/],
    [[folder], 5, /There is no file/],
    [[clean, '--profile', inFolder('nothing.json')], 2, /Cannot read .*nothing\.json: ENOENT/],
    [[clean, '--profile', junk], 1, /junk\.mp4 is not JSON/],
    [[clean, '--format', 'xml'], 2, /--format/],
    [[clean, '--output', 'x'], 2, /--output needs --format/],
    [[], 2, /<file> is required/],
  ]
  for (const [words, expected, message] of cases) {
    const { code, stdout, stderr } = await check(words)
    assert.deepEqual([code, stdout], [expected, ''], stderr)
    assert.match(stderr, message)
    assert.doesNotMatch(stderr, /measuring/)
  }
  const wrong = inFolder('wrong.json')
  writeFileSync(wrong, JSON.stringify({ rules: { black: { level: 'BAD', seconds: 1 }, blak: {} } }))
  const { code, stderr } = await check([clean, '--profile', wrong])
  assert.equal(code, 1)
  assert.match(stderr, /is not a check profile: .*rules\.black\.level/)
})

test('Ctrl-C ends the command with 130 and leaves nothing behind', { skip }, async () => {
  const scratch = inFolder('scratch')
  mkdirSync(scratch)
  const { child, ended, printed } = spawnCli(['check', cut, cut, cut, '--profile', rules], {
    TMPDIR: scratch,
  })
  await printed('stderr', 'measuring')
  child.kill('SIGINT')
  assert.equal((await ended).code, 130)
  assert.deepEqual(
    readdirSync(scratch).filter((name) => name.startsWith('dailies-check-')),
    [],
  )
})

test('files of a server: checks by ID, with waivers and reports', async () => {
  const world = await startWorld()
  const { id: projectId, owner } = await world.project()
  const env = { DAILIES_URL: world.url, DAILIES_API_KEY: owner.key }
  const { sql } = world.database
  const { fileId, findingId } = await newFinding(world, projectId, owner)
  await sql`update findings set level = 'PROBLEM' where id = ${findingId}`

  const open = await runCli(['check', fileId], { env, terminal: 160 })
  assert.equal(open.code, 10, open.stderr)
  assert.match(open.stdout, /problem +Black frames +00:00:01:00 +00:00:01:24 +25–49 +1 s +0\.5 s/)

  const body = { reason: 'As the director wants it.' }
  await world.call(`POST /api/files/${fileId}/findings/${findingId}/waive`, { key: owner.key, body })
  const waived = await runCli(['check', fileId, '--format', 'sarif'], { env })
  assert.equal(waived.code, 0, waived.stderr)
  const { runs } = SarifLog.parse(JSON.parse(waived.stdout))
  assert.equal(runs[0]!.results[0]!.suppressions[0]!.justification, body.reason)

  const unknown = await runCli(['check', 'FX00000000000000'], { env })
  assert.equal(unknown.code, 5)
})

test('files of a server: waits for checks that run, and not with --no-wait', async () => {
  const world = await startWorld()
  const { id: projectId, owner } = await world.project()
  const env = { DAILIES_URL: world.url, DAILIES_API_KEY: owner.key }
  const { sql } = world.database
  const { fileId } = await newFinding(world, projectId, owner)
  await sql`update checks set state = 'MEASURING', progress = 0.5 where file_id = ${fileId}`
  assert.equal((await runCli(['check', fileId, '--no-wait'], { env })).code, 11)
  // The checks end after the second look at them.
  let looks = 0
  const finishing: typeof fetch = async (input, init) => {
    if (String(input).endsWith('/checks') && ++looks === 2)
      await sql`update checks set state = 'READY', progress = null where file_id = ${fileId}`
    return fetch(input, init)
  }
  const { code, stderr } = await runCli(['check', fileId], { env, fetch: finishing })
  assert.equal(code, 0, stderr)
  assert.match(stderr, /: measuring\n/)
  assert.equal(looks, 2)
})

test('files of a server: a file whose previews were not ready at first has timecodes', async () => {
  const world = await startWorld()
  const { id: projectId, owner } = await world.project()
  const env = { DAILIES_URL: world.url, DAILIES_API_KEY: owner.key }
  const { sql } = world.database
  const { fileId } = await newFinding(world, projectId, owner)
  await sql`update media set state = 'PROCESSING', frame_rate_num = null, frame_rate_den = null where file_id = ${fileId}`
  await sql`update checks set state = 'QUEUED' where file_id = ${fileId}`
  let looks = 0
  const finishing: typeof fetch = async (input, init) => {
    if (String(input).endsWith('/checks') && ++looks === 2) {
      await sql`update media set state = 'READY', frame_rate_num = 25, frame_rate_den = 1 where file_id = ${fileId}`
      await sql`update checks set state = 'READY' where file_id = ${fileId}`
    }
    return fetch(input, init)
  }
  const { code, stdout, stderr } = await runCli(['check', fileId], { env, fetch: finishing, terminal: 160 })
  assert.equal(code, 0, stderr)
  assert.match(stdout, /warning +Black frames +00:00:01:00 +00:00:01:24 +25–49/)
})

test('files of a server: a check profile of this machine is tried without storing it', { skip }, async () => {
  const world = await startWorld()
  const { id: projectId, owner } = await world.project()
  const env = { DAILIES_URL: world.url, DAILIES_API_KEY: owner.key }
  const fileId = await newMeasuredFile(world, projectId, owner)
  const own = inFolder('size.json')
  writeFileSync(own, JSON.stringify({ rules: { size: { level: 'PROBLEM', sizes: ['1920x1080'] } } }))
  const { code, stdout } = await runCli(['check', fileId, clean, '--profile', own, '--json'], { env })
  assert.equal(code, 10)
  const { files } = JSON.parse(stdout)
  // Files of a server and of this machine are one report.
  assert.deepEqual(
    files.map((file: { findings: { rule: string; measured: string }[] }) => file.findings[0]?.measured),
    ['1280x720', '320x180'],
  )
  const stored = await world.call(`GET /api/files/${fileId}/checks`, { key: owner.key })
  assert.equal(stored.body.data.profile.id, 'web')
})
