// The OpenAPI document is valid, complete, and equal to the one that is checked in.
import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { generatedFiles } from '../../../../scripts/lib/generated-files.ts'
import { root } from '../../../../scripts/lib/repository.ts'
import { withImageOperations } from '../../../src/operations/image-operations.ts'
import { operations } from '../../../src/service.ts'
import { openapiDocument } from '../../../src/surfaces/openapi/document.ts'
import { nodes, schemaBook } from '../../helpers/openapi-schemas.ts'
import { bindings } from '../../helpers/requests.ts'

// biome-ignore lint/suspicious/noExplicitAny: a document is looked into at many places.
const document: any = JSON.parse(JSON.stringify(openapiDocument(operations, 'http://localhost:8080')))

// biome-ignore lint/suspicious/noExplicitAny: as above.
const documented: [method: string, path: string, operation: any][] = Object.entries(document.paths).flatMap(
  ([path, item]) => Object.entries(item as object).map(([method, found]) => [method, path, found] as never),
)

test('the document passes the linter', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'dailies-openapi-'))
  try {
    const file = join(folder, 'openapi.json')
    writeFileSync(file, JSON.stringify(document, null, 2))
    const problems = await lint(file)
    assert.deepEqual(
      problems.map(({ message, location }) => `${location[0]?.pointer}: ${message}`),
      [],
    )
  } finally {
    rmSync(folder, { recursive: true })
  }
})

type LintProblem = { message: string; location: { pointer: string }[] }

function lint(file: string): Promise<LintProblem[]> {
  // Until BASE_URL is set, the server is localhost; the names of tags need no description.
  const skipped = ['no-server-example.com', 'tag-description'].map((rule) => `--skip-rule=${rule}`)
  const cli = join(root, 'node_modules/@redocly/cli/bin/cli.js')
  const args = [cli, 'lint', file, '--extends=recommended', '--format=json', ...skipped]
  const env = { ...process.env, REDOCLY_TELEMETRY: 'off', REDOCLY_SUPPRESS_UPDATE_NOTICE: 'true' }
  return new Promise((resolve, reject) => {
    // The exit code reports errors only; warnings fail this test, too.
    execFile(process.execPath, args, { env }, (error, stdout) => {
      try {
        resolve(JSON.parse(stdout).problems)
      } catch {
        reject(error)
      }
    })
  })
}

test('every reference resolves, and every schema compiles', () => {
  const found = [...nodes(document)]
  const pointers = new Set(found.map(([pointer]) => pointer))
  const dangling = found.flatMap(([, { $ref }]) =>
    typeof $ref === 'string' && !pointers.has($ref.slice(1)) ? [$ref] : [],
  )
  assert.deepEqual(dangling, [])
  const schemas = [...pointers].filter((pointer) => /\/schema$|^\/components\/schemas\/\w+$/.test(pointer))
  assert.ok(schemas.length > operations.length)
  const book = schemaBook(document)
  for (const pointer of schemas) book.at(pointer)
})

test('the document has every operation with all its bindings, and nothing else', () => {
  const expected = withImageOperations(operations).flatMap((operation) => [
    operation.name,
    ...(bindings(operation, operations).includes('get') ? [`${operation.name}ByGet`] : []),
  ])
  assert.deepEqual(documented.map(([, , { operationId }]) => operationId).sort(), expected.sort())
})

test('path parameters are those of the path', () => {
  for (const [method, path, { parameters = [] }] of documented) {
    const declared = parameters.filter((parameter: { in: string }) => parameter.in === 'path')
    const names = declared.map((parameter: { name: string }) => parameter.name)
    assert.deepEqual(
      names,
      [...path.matchAll(/\{(\w+)\}/g)].map((match) => match[1]),
      `${method} ${path}`,
    )
    assert.ok(declared.every((parameter: { required: boolean }) => parameter.required))
  }
})

test('the size of a file is never nullable, and a byteSize that is nullable has a size beside it', () => {
  const isNullable = (schema: unknown) =>
    [...nodes(schema)].some(([, { type }]) => [type].flat().includes('null'))
  const records = [...nodes(document)].flatMap(([pointer, { type, properties, required }]) =>
    type === 'object' && properties ? [{ pointer, properties: properties as object, required }] : [],
  )
  const sizes = records.flatMap(({ pointer, properties }) =>
    'size' in properties ? [{ pointer, size: properties.size }] : [],
  )
  assert.ok(sizes.length > 5)
  assert.deepEqual(
    sizes.filter(({ size }) => isNullable(size)).map(({ pointer }) => pointer),
    [],
  )
  const files = records.filter(
    ({ properties }) => 'byteSize' in properties && isNullable(properties.byteSize),
  )
  assert.ok(files.length > 0)
  for (const { pointer, required } of files) {
    assert.ok((required as string[]).includes('size') && (required as string[]).includes('byteSize'), pointer)
  }
})

test('spec/ is up to date: otherwise run `npm run generate`', () => {
  for (const [path, content] of generatedFiles()) {
    assert.equal(readFileSync(join(root, path), 'utf8'), content, path)
  }
})
