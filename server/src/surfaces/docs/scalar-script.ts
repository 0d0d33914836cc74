// Runs in a thread of its own and ends: extracts the script of Scalar from its package, by the route on which the
// package serves it, and returns it compressed. The package also loads parsers and validators, which we do not
// need.
import { parentPort } from 'node:worker_threads'
import { brotliCompressSync, constants, gzipSync } from 'node:zlib'
import scalar from '@scalar/fastify-api-reference'
import fastify from 'fastify'

const app = fastify()
await app.register(scalar, { routePrefix: '/reference', configuration: { url: '/openapi.json' } })
const { statusCode, rawPayload } = await app.inject('/reference/js/scalar.js')
if (statusCode !== 200) throw new Error(`the package of Scalar has no script at its route: ${statusCode}`)
parentPort!.postMessage({
  br: brotliCompressSync(rawPayload, { params: { [constants.BROTLI_PARAM_QUALITY]: 7 } }),
  gzip: gzipSync(rawPayload),
})
