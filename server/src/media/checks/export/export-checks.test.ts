// Exports of results, read by strict readers: xmllint, and the rules of the SARIF standard.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { withoutXmllint as skip, xpath } from '../../../../test/helpers/xpath.ts'
import { countsOf, placeText } from './checked-file.ts'
import { checksExportName, renderChecks } from './export-checks.ts'
import { checkedFile, finding, hostileNames, mixed, rule, waiver } from './fixtures/sample-files.ts'
import { SarifLog } from './fixtures/sarif-schema.ts'

const junit = (...files: Parameters<typeof renderChecks>[0]) => renderChecks(files, 'junit', '0.1.0')
const sarif = (...files: Parameters<typeof renderChecks>[0]) =>
  SarifLog.parse(JSON.parse(renderChecks(files, 'sarif', '0.1.0')))

test('JUnit: a test case for each rule, and only passed rules pass', { skip }, () => {
  const xml = junit(mixed)
  const at = (path: string) => xpath(xml, path)
  const testcase = (name: string) => `//testcase[@name="${name}"]`
  assert.deepEqual(
    ['tests', 'failures', 'errors', 'skipped'].map((name) => at(`//testsuite/@${name}`)),
    ['6', '1', '0', '3'],
  )
  assert.equal(at('//testsuite/@name'), 'A001.mov')
  assert.match(at(`${testcase('Black frames')}/failure/@message`), /^The image is black for 1\.44 s/)
  assert.equal(
    at(`${testcase('Black frames')}/failure`),
    'PROBLEM 00:00:12:00 to 00:00:13:10 (frames 300 to 335): The image is black for 1.44 s; 0.5 s are allowed.',
  )
  assert.equal(at(`${testcase('Silence')}/skipped/@message`), 'The file has no audio.')
  assert.equal(at(`${testcase('Loudness')}/skipped/@message`), 'The target is gated by dialogue.')
  assert.equal(at(`count(${testcase('Size')}/*)`), '0')
  assert.equal(at(`count(${testcase('Frozen frames')}/failure)`), '0')
  assert.match(at(`${testcase('Frozen frames')}/system-out`), /^WARNING .*frozen for 3 s/)
})

test('JUnit: a waived problem is skipped with its reason as a property', { skip }, () => {
  const xml = junit(mixed)
  const flashes = '//testcase[@name="Flashes"]'
  assert.equal(
    xpath(xml, `${flashes}/properties/property[@name="waived"]/@value`),
    `${waiver.reason} (${waiver.user.name})`,
  )
  assert.match(xpath(xml, `${flashes}/skipped/@message`), /^Waived: A fade/)
  // One of the two black stretches is open: the waiver of the other does not hide it.
  assert.equal(xpath(xml, 'count(//testcase[@name="Black frames"]/failure)'), '1')
  assert.match(xpath(xml, '//testcase[@name="Black frames"]/system-out'), /frames 400 to 420.*Waived/)
})

test('JUnit: a file without results is an error, and never a pass', { skip }, () => {
  const failure = { code: 'unreadable', message: 'The file is damaged.' }
  for (const state of ['NONE', 'QUEUED', 'MEASURING', 'FAILED'] as const) {
    const xml = junit(
      checkedFile({ state, failure: state === 'FAILED' ? failure : null, rules: [], findings: [] }),
    )
    assert.equal(xpath(xml, '//testsuites/@errors'), '1', state)
    assert.notEqual(xpath(xml, '//testcase/error/@message'), '', state)
  }
  assert.equal(xpath(junit(checkedFile({ state: 'OFF', rules: [], findings: [] })), 'count(//skipped)'), '1')
})

test('JUnit: hostile names are read back as they are, without characters that XML forbids', { skip }, () => {
  for (const name of hostileNames) {
    const file = checkedFile({
      name,
      profile: { id: null, name, version: null },
      rules: [rule(), rule({ rule: 'size', outcome: 'NOT_MEASURED', reason: name })],
      findings: [finding({ message: name, waiver: { ...waiver, reason: name } }), finding({ message: name })],
    })
    const xml = junit(file)
    // Neither lone surrogates nor control characters exist in XML 1.0.
    const allowed = name.toWellFormed().replace(/(?![\t\n\r])[\p{Cc}\ufffe\uffff]/gu, '')
    assert.equal(xpath(xml, '//testsuite/@name'), allowed)
    assert.equal(xpath(xml, '//testcase[1]/@classname'), allowed)
    assert.equal(xpath(xml, '//testcase[1]/failure/@message'), allowed)
    assert.equal(xpath(xml, '//testcase[2]/skipped/@message'), allowed)
    assert.ok(xpath(xml, '//testcase[1]/failure').includes(allowed.trimEnd()))
    assert.equal(xpath(xml, 'count(//*)'), '12', 'no element comes from a name')
  }
})

test('SARIF: findings are results with places, and waivers are suppressions', () => {
  const { runs } = sarif(mixed)
  const { results, tool } = runs[0]!
  assert.deepEqual(
    results.map(({ ruleId, kind, level, suppressions }) => [ruleId, kind, level, suppressions.length]),
    [
      ['black', 'fail', 'error', 0],
      ['black', 'fail', 'error', 1],
      ['flashes', 'fail', 'error', 1],
      ['frozen', 'fail', 'warning', 0],
      ['silence', 'notApplicable', 'none', 0],
      ['loudness', 'open', 'none', 0],
    ],
  )
  assert.deepEqual(results[0]!.locations[0]!.properties, {
    ...{ firstFrame: 300, lastFrame: 335, firstMs: 12_000, lastMs: 13_440 },
    ...{ firstTimecode: '00:00:12:00', lastTimecode: '00:00:13:10' },
  })
  assert.equal(results[1]!.suppressions[0]!.justification, waiver.reason)
  assert.equal(tool.driver.rules.length, 6)
  const fingerprints = results.slice(0, 4).map((one) => one.partialFingerprints!['place/v1'])
  assert.equal(new Set(fingerprints).size, 4)
})

test('SARIF: a run for each check profile, and a failed file is a notification', () => {
  const failure = { code: 'unreadable', message: 'The file is damaged.' }
  const broken = checkedFile({ name: 'junk.mp4', state: 'FAILED', failure, rules: [], findings: [] })
  const other = checkedFile({ profile: { id: 'ebu', name: 'EBU broadcast', version: 1 } })
  const { runs } = sarif(mixed, other, broken)
  assert.deepEqual(
    runs.map(({ automationDetails }) => automationDetails.id),
    ['dailies-checks/web/1/', 'dailies-checks/ebu/1/'],
  )
  const [{ invocations, artifacts }] = runs as [(typeof runs)[0]]
  assert.equal(invocations[0]!.executionSuccessful, false)
  assert.deepEqual(
    invocations[0]!.toolExecutionNotifications.map(({ message }) => message.text),
    ['junk.mp4: The file is damaged.'],
  )
  assert.deepEqual(
    artifacts.map(({ location }) => location.uri),
    ['A001.mov', 'junk.mp4'],
  )
  assert.equal(runs[1]!.invocations[0]!.executionSuccessful, true)
  assert.equal(sarif().runs.length, 1)
})

test('SARIF: hostile names are relative references that decode to the name', () => {
  for (const name of hostileNames) {
    const { artifacts } = sarif(checkedFile({ name })).runs[0]!
    const { uri } = artifacts[0]!.location
    const url = new URL(uri, 'http://example.com/')
    assert.equal(url.host, 'example.com', uri)
    assert.equal(decodeURIComponent(uri).replace(/^\/+/, ''), name.toWellFormed().replace(/^\/+/, ''))
  }
})

test('JSON: counts and timecodes', () => {
  const { layout, files } = JSON.parse(renderChecks([mixed], 'json', '0.1.0'))
  assert.equal(layout, 'dailies-checks-1')
  assert.deepEqual(files[0].counts, { problems: 1, warnings: 1, infos: 0, waived: 2 })
  assert.equal(files[0].frameRate, '25')
  assert.deepEqual([files[0].findings[0].first, files[0].findings[0].last], ['00:00:12:00', '00:00:13:10'])
})

test('places: source timecode, drop frames, times of audio, pages and whole files', () => {
  const rate = { num: 30_000, den: 1001 }
  const drop = { rate, start: 107_892, dropFrame: true }
  assert.match(placeText(finding({ firstFrame: 0, lastFrame: 1800 }), drop), /^01:00:00;00 to 01:01:00;02 \(/)
  const audio = finding({ firstFrame: null, lastFrame: null, firstMs: 61_250, lastMs: 3_600_000 })
  assert.equal(placeText(audio, null), '00:01:01.250 to 01:00:00.000')
  const whole = { firstFrame: null, lastFrame: null, firstMs: null, lastMs: null }
  assert.equal(placeText(finding({ ...whole, page: 3 }), null), 'page 3')
  assert.equal(placeText(finding(whole), drop), 'whole file')
  assert.equal(countsOf(mixed).problems, 1)
})

test('the name of an export has the extension that readers expect', () => {
  assert.equal(checksExportName('A001.final.mov', 'junit'), 'A001.final.junit.xml')
  assert.equal(checksExportName('.mov', 'sarif'), 'checks.sarif')
})
