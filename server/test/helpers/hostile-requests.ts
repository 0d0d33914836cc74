// Hostile and malformed requests.

export type HostileBody = { what: string; headers: [string, string][]; body: string | Buffer | undefined }

/** Values for an id in the path, as sent on the wire. */
export const hostileSegments = [
  '%00',
  '%',
  '%zz',
  '%c0%af',
  '%ff%fe',
  '%F0%9F%8E%AC',
  '%ed%a0%80',
  '%2e%2e%2f%2e%2e%2fetc%2fpasswd',
  '.',
  '..',
  '%2F',
  '%5c',
  '%0d%0aX-Injected:%201',
  'a%0Ab',
  '%27%20or%201=1--',
  '%25%2500',
  '*',
  ':projectId',
  '__proto__',
  'constructor',
  '-1',
  '0',
  '1e999',
  'null',
  'undefined',
  '[object%20Object]',
  '%7B%7D',
  'a;b=c',
  'DX',
  'a'.repeat(201),
  'a'.repeat(8_000),
  '%61'.repeat(4_000),
]

/** Values for the whole path. */
export const hostileTargets = [
  '/',
  '//',
  '/api',
  '/api/',
  '/api//ping',
  '//api/ping',
  '/api/./ping',
  '/api/../api/ping',
  '/API/PING',
  '/api/ping/',
  '/api/ping%2f',
  '/api/ping%00',
  '/api/ping;v=1',
  '/api/%zz',
  '/%',
  '/api/ping%',
  '*',
  'http://evil.example/api/nothing',
  '/api/projects',
  `/api/${'a/'.repeat(4_000)}`,
  `/${'%41'.repeat(5_000)}`,
  '/.env',
  '/healthz/',
  '/docs/errors/../../package.json',
]

const json: [string, string] = ['Content-Type', 'application/json']
const chunked: [string, string] = ['Transfer-Encoding', 'chunked']

function deep(open: string, close: string, times: number): string {
  return open.repeat(times) + close.repeat(times)
}

export const hostileBodies: HostileBody[] = [
  { what: 'nothing, said to be JSON', headers: [json], body: '' },
  { what: 'nothing of no length, said to be JSON', headers: [json], body: undefined },
  {
    what: 'nothing of no length, said to be text',
    headers: [['Content-Type', 'text/plain']],
    body: undefined,
  },
  { what: 'nothing at all', headers: [], body: undefined },
  { what: 'blanks', headers: [json], body: ' \r\n\t' },
  { what: 'half an object', headers: [json], body: '{"name":' },
  { what: 'two objects', headers: [json], body: '{}{}' },
  { what: 'a comment', headers: [json], body: '{/**/}' },
  { what: 'single quotes', headers: [json], body: "{'name':'x'}" },
  { what: 'NaN', headers: [json], body: '{"name":NaN}' },
  { what: 'null', headers: [json], body: 'null' },
  { what: 'a number', headers: [json], body: '1' },
  { what: 'a text', headers: [json], body: '"name"' },
  { what: 'an array', headers: [json], body: '[{"name":"x"}]' },
  { what: 'a prototype', headers: [json], body: '{"__proto__":{"admin":true}}' },
  { what: 'a constructor', headers: [json], body: '{"constructor":{"prototype":{"admin":true}}}' },
  { what: 'an escaped prototype', headers: [json], body: '{"\\u005f_proto__":{}}' },
  {
    what: 'bytes that are not UTF-8',
    headers: [json],
    body: Buffer.from('{"name":"\xff\xfe\xc0"}', 'latin1'),
  },
  { what: 'a byte order mark', headers: [json], body: '\ufeff{}' },
  {
    what: 'UTF-16',
    headers: [['Content-Type', 'application/json; charset=utf-16']],
    body: Buffer.from('{}', 'utf16le'),
  },
  {
    what: 'an unknown charset',
    headers: [['Content-Type', 'application/json; charset=klingon']],
    body: '{}',
  },
  { what: 'a broken content type', headers: [['Content-Type', 'application/json;;;=;"']], body: '{}' },
  { what: 'no content type', headers: [], body: '{}' },
  { what: 'an empty content type', headers: [['Content-Type', '']], body: '{}' },
  { what: 'text', headers: [['Content-Type', 'text/plain']], body: '{}' },
  { what: 'a form', headers: [['Content-Type', 'application/x-www-form-urlencoded']], body: 'name=x' },
  { what: 'parts', headers: [['Content-Type', 'multipart/form-data; boundary=x']], body: '--x--' },
  { what: 'a kind of JSON', headers: [['Content-Type', 'application/jsonp']], body: '{}' },
  { what: 'gzip', headers: [json, ['Content-Encoding', 'gzip']], body: Buffer.from([31, 139, 8, 0, 0]) },
  { what: 'chunks', headers: [json, chunked], body: '1\r\n{\r\n1\r\n}\r\n0\r\n\r\n' },
  { what: 'no chunks', headers: [json, chunked], body: '0\r\n\r\n' },
  { what: 'chunks with trailers', headers: [json, chunked], body: '2\r\n{}\r\n0\r\nX-Late: 1\r\n\r\n' },
  { what: 'a broken chunk', headers: [json, chunked], body: 'zz\r\n{}\r\n0\r\n\r\n' },
  { what: 'a length without end', headers: [json, ['Content-Length', '99999999999999']], body: '{' },
]

/** Bodies that are expensive to parse; the parser is shared by all operations. */
export const heavyBodies: HostileBody[] = [
  { what: 'deep arrays', headers: [json], body: deep('[', ']', 100_000) },
  { what: 'deep objects', headers: [json], body: `${'{"name":'.repeat(50_000)}1${'}'.repeat(50_000)}` },
  { what: 'deep arrays without an end', headers: [json], body: '['.repeat(200_000) },
  { what: 'very many names', headers: [json], body: manyNames() },
  { what: 'a number of a million digits', headers: [json], body: `{"name":${'9'.repeat(900_000)}}` },
  { what: 'too much', headers: [json], body: `{"name":"${'a'.repeat(1_100_000)}"}` },
  {
    what: 'too much in chunks',
    headers: [json, chunked],
    body: `10f000\r\n${'a'.repeat(0x10f000)}\r\n0\r\n\r\n`,
  },
]

function manyNames(): string {
  const names = Array.from({ length: 30_000 }, (_, i) => `"n${i}":${i}`)
  return `{${names.join()}}`
}

const keys = [
  '',
  ' ',
  'a',
  '"a"',
  '"a',
  'a"',
  '""',
  '"',
  'a b',
  'a,b',
  '\xfc',
  'k'.repeat(255),
  'k'.repeat(256),
  '?1',
  ':YQ==:',
]
const tags = [
  '',
  '*',
  '"1"',
  'W/"1"',
  '1',
  '"',
  '"1", "2"',
  ',,,',
  '"\xfc"',
  '"-1"',
  '"1e999"',
  'x'.repeat(4_000),
]
const accepts = [
  '',
  '*/*',
  'text/html',
  'application/problem+json',
  'application/problem+json;q=0',
  ';;;',
  'x'.repeat(4_000),
]
const ids = [
  '',
  'short',
  'a-harmless-id-1',
  '<script>alert(1)</script>',
  'x'.repeat(129),
  'a b c d e f g h',
  '\xff\xff\xff\xff\xff\xff\xff\xff',
]

function each(name: string, values: string[]): [string, string][] {
  return values.map((value) => [name, value])
}

/** Hostile headers of an otherwise valid request. */
export const hostileHeaders: [string, string][] = [
  ...each('Idempotency-Key', keys),
  ...each('If-Match', tags),
  ...each('If-None-Match', tags),
  ...each('Accept', accepts),
  ...each('X-Request-Id', ids),
  ...each('X-HTTP-Method-Override', ['', 'query', 'QUERY', 'DELETE', 'GET', 'QUERY, QUERY', '\xff']),
  ...each('X-Forwarded-For', [
    '',
    '::1',
    '1.2.3.4, 5.6.7.8',
    'unknown',
    '999.999.999.999',
    'x'.repeat(4_000),
  ]),
  ...each('Expect', ['100-continue', '200-ok']),
  ...each('Range', ['bytes=0-', 'bytes=-1', 'lines=1']),
  ...each('Content-Encoding', ['gzip', 'br', '']),
  ...each('Accept-Encoding', ['gzip', '*;q=0']),
  ...each('Upgrade', ['websocket', 'h2c']),
  ...each('Origin', ['null', 'https://evil.example']),
  ...each('Cookie', ['a=b', '__proto__=1', '=;=;']),
  ...each('Authorization', ['Bearer', 'Basic YTpi', 'Bearer nonsense', '']),
  ...each('Host', ['', 'evil.example', 'a b']),
  ...each('Transfer-Encoding', ['gzip', 'identity', 'chunked, chunked']),
  ...each('Content-Length', ['-1', 'abc', '1, 1', '']),
  ...each('Connection', ['keep-alive, X', 'Upgrade']),
  ...each('__proto__', ['1']),
  ...each('constructor', ['1']),
  ...each('X-Long', ['x'.repeat(20_000)]),
]

/** Bytes that are not valid HTTP. */
export const garbage: [what: string, bytes: Buffer][] = [
  ['words', Buffer.from('hello\r\n\r\n')],
  ['a TLS hello', Buffer.from([22, 3, 1, 0, 5, 1, 2, 3, 4, 5, 6])],
  ['HTTP/2', Buffer.from('PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n')],
  ['HTTP/9', Buffer.from('GET /api/ping HTTP/9.9\r\nHost: x\r\n\r\n')],
  ['a method that is none', Buffer.from('FLY /api/ping HTTP/1.1\r\nHost: x\r\n\r\n')],
  ['a method in lower case', Buffer.from('get /api/ping HTTP/1.1\r\nHost: x\r\n\r\n')],
  ['no target', Buffer.from('GET  HTTP/1.1\r\nHost: x\r\n\r\n')],
  ['a relative target', Buffer.from('GET api/ping HTTP/1.1\r\nHost: x\r\n\r\n')],
  ['bytes in the target', Buffer.from('GET /api/\xff HTTP/1.1\r\nHost: x\r\n\r\n', 'latin1')],
  ['a header without a name', Buffer.from('GET /api/ping HTTP/1.1\r\nHost: x\r\n: x\r\n\r\n')],
  ['a header with NUL', Buffer.from('GET /api/ping HTTP/1.1\r\nHost: x\r\nA: \0\r\n\r\n')],
  ['a folded header', Buffer.from('GET /api/ping HTTP/1.1\r\nHost: x\r\nA: b\r\n c\r\n\r\n')],
  ['bare line feeds', Buffer.from('GET /api/ping HTTP/1.1\nHost: x\nConnection: close\n\n')],
  ['no host', Buffer.from('GET /api/ping HTTP/1.1\r\nConnection: close\r\n\r\n')],
  [
    'two lengths',
    Buffer.from('POST /api/ping HTTP/1.1\r\nHost: x\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\n{}'),
  ],
  [
    'a length and chunks',
    Buffer.from(
      'POST /api/ping HTTP/1.1\r\nHost: x\r\nContent-Length: 1\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n',
    ),
  ],
  ['a long target', Buffer.from(`GET /api/${'a'.repeat(20_000)} HTTP/1.1\r\nHost: x\r\n\r\n`)],
  ['many headers', Buffer.from(`GET /api/ping HTTP/1.1\r\nHost: x\r\n${'A: b\r\n'.repeat(5_000)}\r\n`)],
]
