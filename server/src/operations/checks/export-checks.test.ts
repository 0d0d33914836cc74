import assert from 'node:assert/strict'
import { test } from 'node:test'
import { withoutXmllint as skip, xpath } from '../../../test/helpers/xpath.ts'
import { startWorld } from '../../../test/worlds/world.ts'
import { hostileNames } from '../../media/checks/export/fixtures/sample-files.ts'
import { SarifLog } from '../../media/checks/export/fixtures/sarif-schema.ts'
import { newCheckedFile } from './fixtures/checked-file.ts'

const world = await startWorld()
const { id: projectId, owner } = await world.project()

async function exported(path: string, format: string) {
  const { status, body } = await world.call(`GET /api/${path}/checks.export?format=${format}`, {
    key: owner.key,
  })
  assert.equal(status, 200, JSON.stringify(body))
  return body.data as { name: string; mimeType: string; content: string }
}

test('JUnit of a file: the problem fails, and a waiver skips it', { skip }, async () => {
  const { fileId, findingId } = await newCheckedFile(world, projectId, owner)
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
    const { fileId } = await newCheckedFile(world, projectId, owner, name)
    const junit = await exported(`files/${fileId}`, 'junit')
    const readable = name.replace(/(?![\t\n\r])[\p{Cc}\ufffe\uffff]/gu, '')
    assert.equal(xpath(junit.content, '//testsuite/@name'), readable)
    const log = SarifLog.parse(JSON.parse((await exported(`files/${fileId}`, 'sarif')).content))
    const { uri } = log.runs[0]!.artifacts[0]!.location
    assert.equal(decodeURIComponent(uri).replace(/^\/+/, ''), name.replace(/^\/+/, ''))
  }
})
