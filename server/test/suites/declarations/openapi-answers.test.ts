// Validates real responses of every operation against the document; undocumented fields fail as well.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { methodAndPath } from '../../../src/core/operation.ts'
import { operations } from '../../../src/service.ts'
import { documentedStatuses, openapiDocument } from '../../../src/surfaces/openapi/document.ts'
import { closed, schemaBook } from '../../helpers/openapi-schemas.ts'
import { bindings, toCall } from '../../helpers/requests.ts'
import { sampleFor } from '../../worlds/samples.ts'
import { startWorld } from '../../worlds/world.ts'

// biome-ignore lint/suspicious/noExplicitAny: a document is looked into at many places.
const document: any = JSON.parse(JSON.stringify(openapiDocument(operations, 'http://localhost:8080')))
const book = schemaBook(closed(document))
const world = await startWorld()
const owner = await world.person({ role: 'OWNER' })
const { id: projectId } = await world.project({ owner })

for (const operation of operations) {
  for (const binding of bindings(operation, operations).filter((name) => name !== 'override')) {
    const { method: declaredMethod, path: route } = methodAndPath(operation)
    const method = binding === 'get' ? 'get' : declaredMethod.toLowerCase()
    const path = route.replace(/:(\w+)/g, '{$1}')
    const pointer = `/paths/${path.replaceAll('/', '~1')}/${method}`
    const described = document.paths[path][method]

    test(`${operation.name} (${method}) responds as documented`, async () => {
      const target = await sampleFor(operation)(world, projectId, owner)
      const call = toCall(operation, target, binding)
      const [status] = operation.output
      const key = await world.credential(operation, owner)
      const answer = await world.call(call.route, { ...call.options, key })
      assert.equal(answer.status, status, JSON.stringify(answer.body))
      const response = described.responses[status]
      if (response.content) {
        const validate = book.at(`${pointer}/responses/${status}/content/application~1json/schema`)
        assert.ok(validate(answer.body), JSON.stringify(validate.errors))
      } else {
        assert.equal(answer.body, '')
      }
      const optional = ['Idempotent-Replayed']
      for (const name of Object.keys(response.headers)) {
        assert.ok(answer.headers.has(name) || optional.includes(name), `${name} is documented and not sent`)
      }
      assert.equal(answer.headers.has('etag'), 'ETag' in response.headers)
    })

    test(`${operation.name} (${method}) documents its input`, async () => {
      const { params, fields } = await sampleFor(operation)(world, projectId, owner)
      if (described.requestBody) {
        const validate = book.at(`${pointer}/requestBody/content/application~1json/schema`)
        assert.ok(validate(fields), JSON.stringify(validate.errors))
        assert.ok(!validate({ ...fields, noSuchField: 1 }))
      }
      const inPlace = described.parameters?.filter((one: { in: string }) => one.in !== 'header') ?? []
      const names = inPlace.map((one: { name: string }) => one.name.split('.')[0])
      const body = described.requestBody?.content['application/json'].schema.properties ?? {}
      assert.deepEqual(
        new Set([...names, ...Object.keys(body)]),
        new Set(Object.keys(operation.input.shape)),
        `every input field is documented once; the path has ${Object.keys(params)}`,
      )
    })

    test(`${operation.name} (${method}) documents its statuses`, () => {
      const wanted = documentedStatuses(operation, binding === 'get' ? 'GET' : declaredMethod)
      assert.deepEqual(Object.keys(described.responses), wanted.map(String))
    })
  }
}

test('a Problem is as documented', async () => {
  const validate = book.at('/components/schemas/Problem')
  const answers = await Promise.all([
    world.call('GET /api/ping'),
    world.call('GET /api/ping?a=1&b=2', { key: owner.key }),
    world.call('PUT /api/ping', { key: owner.key }),
    world.call('GET /nowhere'),
  ])
  assert.deepEqual(
    answers.map(({ status }) => status),
    [401, 400, 405, 404],
  )
  for (const { body } of answers) assert.ok(validate(body), JSON.stringify(validate.errors))
  assert.ok(!validate({ ...answers[0]!.body, stack: 'at …' }))
})

test('200: the served document is the one of this server', async () => {
  const { status, headers, body } = await world.call('GET /openapi.json')
  assert.equal(status, 200)
  assert.equal(headers.get('content-type'), 'application/json; charset=utf-8')
  assert.deepEqual(body, JSON.parse(JSON.stringify(openapiDocument(operations, body.servers[0].url))))
})
