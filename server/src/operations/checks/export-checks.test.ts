import assert from 'node:assert/strict'
import { test } from 'node:test'
import { withoutXmllint as skip, xpath } from '../../../test/helpers/xpath.ts'
import { newFinding } from '../../../test/worlds/samples/checks.ts'
import { newVersion } from '../../../test/worlds/samples/versions.ts'
import { startWorld } from '../../../test/worlds/world.ts'
import { hostileNames } from '../../media/checks/export/fixtures/sample-files.ts'
import { SarifLog } from '../../media/checks/export/fixtures/sarif-schema.ts'

const world = await startWorld()
const { id: projectId, owner } = await world.project()
const { sql } = world.database

/** A problem in the frames 25 to 49, a rule that passed and one that does not apply. */
async function checkedFile(name = 'A001.mov') {
  const { fileId, findingId } = await newFinding(world, projectId, owner)
  const row = (rule: string, outcome: string, reason: string | null) => ({
    ...{ rule, level: 'PROBLEM', outcome, reason, measured: null, limit: 0.5, unit: 's' },
  })
  const rules = [
    row('black', 'FOUND', null),
    row('size', 'PASSED', null),
    row('silence', 'NOT_APPLICABLE', 'The file has no audio.'),
  ]
  await sql`update checks set rules = ${JSON.stringify(rules)}::jsonb where file_id = ${fileId}`
  await sql`update findings set level = 'PROBLEM' where id = ${findingId}`
  await sql`update all_files set name = ${name} where id = ${fileId}`
  return { fileId, findingId }
}

async function exported(path: string, format: string, key = owner.key) {
  const { status, body } = await world.call(`GET /api/${path}/checks.export?format=${format}`, { key })
  assert.equal(status, 200, JSON.stringify(body))
  return body.data as { name: string; mimeType: string; content: string }
}

test('JUnit of a file: the problem fails, and a waiver skips it', { skip }, async () => {
  const { fileId, findingId } = await checkedFile()
  const first = await exported(`files/${fileId}`, 'junit')
  assert.deepEqual([first.name, first.mimeType], ['A001.junit.xml', 'application/xml'])
  assert.equal(xpath(first.content, '//testsuite/@failures'), '1')
  assert.match(xpath(first.content, '//failure'), /^PROBLEM 00:00:01:00 to 00:00:01:24 \(frames 25 to 49\)/)
  assert.equal(xpath(first.content, '//testcase[3]/skipped/@message'), 'The file has no audio.')

  const body = { reason: 'A fade & "wanted" <by> the director' }
  const waived = await world.call(`POST /api/files/${fileId}/findings/${findingId}/waive`, {
    key: owner.key,
    body,
  })
  assert.equal(waived.status, 204)
  const { content } = await exported(`files/${fileId}`, 'junit')
  assert.equal(xpath(content, '//testsuite/@failures'), '0')
  assert.ok(xpath(content, '//property[@name="waived"]/@value').startsWith(body.reason))

  const { runs } = SarifLog.parse(JSON.parse((await exported(`files/${fileId}`, 'sarif')).content))
  assert.equal(runs[0]!.results[0]!.suppressions[0]!.justification, body.reason)
})

test('hostile names of files are exported as well-formed XML and as valid SARIF', { skip }, async () => {
  for (const given of hostileNames) {
    // Postgres stores neither NUL nor lone surrogates.
    const name = given.toWellFormed().replaceAll('\0', '')
    const { fileId } = await checkedFile(name)
    const junit = await exported(`files/${fileId}`, 'junit')
    const readable = name.replace(/(?![\t\n\r])[\p{Cc}\ufffe\uffff]/gu, '')
    assert.equal(xpath(junit.content, '//testsuite/@name'), readable)
    const log = SarifLog.parse(JSON.parse((await exported(`files/${fileId}`, 'sarif')).content))
    const { uri } = log.runs[0]!.artifacts[0]!.location
    assert.equal(decodeURIComponent(uri).replace(/^\/+/, ''), name.replace(/^\/+/, ''))
  }
})

test('a version: all files in order, with those that were never checked as errors', { skip }, async () => {
  const { fileId } = await checkedFile('Second.mov')
  const { fileId: unchecked } = await checkedFile('First.mov')
  await sql`delete from checks where file_id = ${unchecked}`
  const versionId = await newVersion(world, projectId, owner)
  for (const [position, id] of [unchecked, fileId].entries())
    await sql`
      insert into version_files (version_id, file_id, project_id, position)
      values (${versionId}, ${id}, ${projectId}, ${position + 1000})`
  const { content } = await exported(`versions/${versionId}`, 'junit')
  const last = '//testsuite[last()]'
  assert.equal(xpath(content, `${last}/@name`), 'Second.mov')
  assert.equal(xpath(content, `${last}/@failures`), '1')
  const first = `${last}/preceding-sibling::testsuite[1]`
  assert.equal(xpath(content, `${first}/@name`), 'First.mov')
  assert.equal(xpath(content, `${first}/@errors`), '1')
  const { files } = JSON.parse((await exported(`versions/${versionId}`, 'json')).content)
  assert.deepEqual(files.at(-1).counts, { problems: 1, warnings: 0, infos: 0, waived: 0 })
})

test('a restricted reviewer gets the files of a version that they may see, and no others', async () => {
  const [{ fileId: seen }, { fileId: hidden }] = [
    await checkedFile('Seen.mov'),
    await checkedFile('Hidden.mov'),
  ]
  const versionId = await newVersion(world, projectId, owner)
  for (const [position, id] of [seen, hidden].entries())
    await sql`
      insert into version_files (version_id, file_id, project_id, position)
      values (${versionId}, ${id}, ${projectId}, ${position + 1000})`
  await sql`update all_files set allow_restricted = id = ${seen} where id in (${seen}, ${hidden})`
  await sql`update all_versions set allow_restricted = true where id = ${versionId}`
  const reviewer = await world.member(projectId, 'PROJECT_RESTRICTED_REVIEWER')
  const { content } = await exported(`versions/${versionId}`, 'json', reviewer.key)
  const names = JSON.parse(content).files.map(({ name }: { name: string }) => name)
  assert.ok(names.includes('Seen.mov'), content)
  assert.ok(!content.includes('Hidden.mov'))
})
