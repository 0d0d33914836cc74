// The view of restricted reviewers and guests of shares is decided in one module: a statement that compares roles itself would
// forget one of them.
import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { glob } from 'node:fs/promises'
import { join } from 'node:path'
import { test } from 'node:test'
import { operations } from '../../../src/service.ts'

const source = new URL('../../../src/', import.meta.url).pathname

test('only core/visibility.ts compares a role with that of restricted reviewers', async () => {
  const wrong: string[] = []
  for await (const path of glob('**/*.ts', { cwd: source })) {
    if (path === 'core/visibility.ts' || path.endsWith('.test.ts') || path.includes('fixtures/')) continue
    const text = readFileSync(join(source, path), 'utf8')
    if (/(<>|!=|(?<![=:])=|\bin \() *'PROJECT_RESTRICTED_REVIEWER'/.test(text)) wrong.push(path)
  }
  assert.deepEqual(wrong, [])
})

test('an operation for guests of shares finds its project by an id that the share can show', () => {
  const shown = ['fileId', 'commentId', 'trashedCommentId', 'attachmentId', 'versionId', 'projectId']
  const open = operations.filter(({ share }) => share !== undefined)
  assert.ok(open.length > 20)
  for (const { name, project, credential } of open)
    assert.ok(project === undefined ? credential !== undefined : shown.includes(project), name)
  const inProject = open.filter(({ project }) => project === 'projectId').map(({ name }) => name)
  assert.deepEqual(inProject, ['startUpload'], 'guests see nothing of a project but what they upload')
})
