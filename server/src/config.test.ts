import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'
import fastify from 'fastify'
import { readConfig } from './config.ts'
import { StartupError } from './core/startup-error.ts'

test('nothing set: everything has a default', () => {
  const config = readConfig({})
  assert.equal(config.port, 8080)
  assert.equal(config.host, '127.0.0.1')
  assert.equal(config.baseUrl, 'http://localhost:8080')
  assert.deepEqual(config.rateLimits, {
    default: 60,
    tier2: 20,
    tier3: 50,
    tier4: 100,
    auth: 600,
    guesses: 10,
  })
  assert.deepEqual(config.sessionRateLimits, { default: 1200, tier2: 40, tier3: 300, tier4: 1200 })
  assert.ok(Object.isFrozen(config))
})

test('an empty variable counts as not set', () => {
  assert.equal(readConfig({ PORT: '', DATABASE_URL: ' ' }).port, 8080)
})

test('settings are read', () => {
  const config = readConfig({
    PORT: '9000',
    BASE_URL: 'https://review.example.com/',
    DATABASE_URL: 'postgresql://me@/dailies?host=/run/postgresql',
    RATE_LIMITS: 'tier2=5, default=7',
    SESSION_RATE_LIMITS: 'tier4=9',
    SECRET_KEY: `${'n'.repeat(32)},${'o'.repeat(32)}`,
    TRUST_PROXY: '10.0.0.0/8',
  })
  assert.equal(config.port, 9000)
  assert.equal(config.baseUrl, 'https://review.example.com')
  assert.equal(config.rateLimits.tier2, 5)
  assert.equal(config.rateLimits.default, 7)
  assert.deepEqual(config.sessionRateLimits, { default: 1200, tier2: 40, tier3: 300, tier4: 9 })
  assert.equal(config.trustProxy, '10.0.0.0/8')
})

test('MEDIA_BASE_URL is another host, and https where BASE_URL is', () => {
  const read = (MEDIA_BASE_URL: string) =>
    readConfig({ BASE_URL: 'https://review.example.com', MEDIA_BASE_URL }).mediaBaseUrl
  assert.equal(read('https://media.example.com/'), 'https://media.example.com')
  assert.throws(() => read('https://review.example.com:8443'), /another host/)
  assert.throws(() => read('http://media.example.com'), /https/)
})

test('TRUST_PROXY accepts IPv4 and IPv6 addresses and networks, and names for local ones', () => {
  for (const TRUST_PROXY of ['127.0.0.1', 'loopback, 10.0.0.0/8,fd00::/8', '::1']) {
    const { trustProxy } = readConfig({ TRUST_PROXY })
    assert.equal(trustProxy, TRUST_PROXY)
    assert.doesNotThrow(() => fastify({ trustProxy }))
  }
})

test('the README lists every setting', () => {
  const readme = readFileSync(new URL('../../README.md', import.meta.url), 'utf8')
  const asked = new Set<string>()
  readConfig(new Proxy({}, { get: (_, name) => void asked.add(String(name)) }))
  assert.ok(asked.size > 30)
  const missing = [...asked].filter((name) => name !== 'AWS_REGION' && !readme.includes(`\`${name}\``))
  assert.deepEqual(missing, [])
})

test('a provider is available when it has a key; a language model may share it', () => {
  const { generation } = readConfig({
    OPENAI_API_KEY: 'sk-1',
    OPENAI_BASE_URL: 'http://localhost:1234/v1/',
    KLING_BASE_URL: 'http://localhost:1',
    TEXT_MODEL: 'openai:gpt-6',
    LOCAL_GENERATION: 'off',
  })
  const openai = { apiKey: 'sk-1', baseUrl: 'http://localhost:1234/v1' }
  assert.deepEqual(generation.openai, openai)
  assert.deepEqual(generation.text, { kind: 'openai', model: 'gpt-6', ...openai })
  assert.deepEqual(
    [generation.kling, generation.local, generation.concurrency],
    [undefined, false, undefined],
  )
})

test('a compatible language model needs an address, and no key', () => {
  const env = { TEXT_MODEL: 'compatible:llama', TEXT_BASE_URL: 'http://localhost:11434/v1' }
  const baseUrl = 'http://localhost:11434/v1'
  const text = { kind: 'compatible', model: 'llama', apiKey: undefined, baseUrl }
  assert.deepEqual(readConfig(env).generation.text, text)
})

test('a host that webhooks may reach can be narrowed to any port, also to those of the schemes', () => {
  const { webhookHosts } = readConfig({
    WEBHOOK_ALLOW_HOSTS: 'hooks.internal:443, hooks.internal:80,[fd00::1]',
  })
  assert.deepEqual(webhookHosts, ['hooks.internal:443', 'hooks.internal:80', '[fd00::1]'])
})

const wrong: Record<string, string>[] = [
  { PORT: '80a' },
  { PORT: '65536' },
  { PORT: '-1' },
  { BASE_URL: 'review.example.com' },
  { BASE_URL: 'https://example.com/dailies' },
  { BASE_URL: 'https://ann:secret@example.com' },
  { MEDIA_BASE_URL: 'media.example.com' },
  { MEDIA_BASE_URL: 'https://example.com/media' },
  { MEDIA_BASE_URL: 'https://localhost' },
  { MEDIA_CACHE_SECONDS: '86401' },
  { DATABASE_URL: 'mysql://root:secret@localhost/db' },
  { REDIS_URL: 'localhost:6379' },
  { SECRET_KEY: 'short' },
  { RATE_LIMITS: 'tier9=1' },
  { RATE_LIMITS: 'default=0' },
  { RATE_LIMITS: 'default' },
  { SESSION_RATE_LIMITS: 'auth=1' },
  { SESSION_RATE_LIMITS: 'default=0' },
  { LOG_LEVEL: 'loud' },
  { TRUST_PROXY: 'yes' },
  { TRUST_PROXY: 'true' },
  { TRUST_PROXY: '1' },
  { TRUST_PROXY: '10.0.0.0/8,10.0.0.0/33' },
  { TRUST_PROXY: '10.0.0.0/' },
  { TRUST_PROXY: '10.0.0.0/0' },
  { SMTP_URL: 'https://mail.example.com', MAIL_FROM: 'a@example.com' },
  { MAIL_FROM: 'nobody', SMTP_URL: 'smtp://mail.example.com' },
  { DEMO: 'yes' },
  { OAUTH_REGISTRATION: 'maybe' },
  { OAUTH_PRIVATE_HOSTS: 'https://tools.internal' },
  { WEBHOOK_ALLOW_HOSTS: 'http://hooks.internal/in' },
  { MAX_REQUESTS: '0' },
  { LOCAL_GENERATION: 'yes' },
  { GENERATION_CONCURRENCY: '0' },
  { MEDIA_CONCURRENCY: '-1' },
  { MEDIA_MINUTES: '0' },
  { MEDIA_DISK_GB: 'much' },
  { DISK_RESERVE_MB: '1.5' },
  { WORKSPACE_QUOTA_GB: '0' },
  { GUEST_QUOTA_GB: 'ten' },
  { MEDIA_SANDBOX: 'maybe' },
  { KLING_BASE_URL: 'kling.example.com' },
  { TENCENT_SECRET_ID: 'alone' },
  { TEXT_MODEL: 'gpt-6' },
  { TEXT_MODEL: 'openai:gpt-6' },
  { TEXT_MODEL: 'compatible:llama' },
]

for (const env of wrong) {
  const [name] = Object.keys(env) as [string]
  test(`${name}=${env[name]} is one clear line`, () => {
    const problem = (error: unknown) =>
      error instanceof StartupError && error.message.startsWith(name) && !error.message.includes('\n')
    assert.throws(() => readConfig(env), problem)
  })
}

test('a refused URL is not repeated: it may hold a password', () => {
  const url = 'mysql://root:hunter2hunter2@localhost/db'
  assert.throws(
    () => readConfig({ DATABASE_URL: url }),
    (error: Error) => !error.message.includes('hunter2'),
  )
})
