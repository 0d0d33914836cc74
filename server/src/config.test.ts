import assert from 'node:assert/strict'
import { test } from 'node:test'
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
    SECRET_KEY: `${'n'.repeat(32)},${'o'.repeat(32)}`,
    TRUST_PROXY: '10.0.0.0/8',
  })
  assert.equal(config.port, 9000)
  assert.equal(config.baseUrl, 'https://review.example.com')
  assert.equal(config.rateLimits.tier2, 5)
  assert.equal(config.rateLimits.default, 7)
  assert.equal(config.trustProxy, '10.0.0.0/8')
})

const wrong: Record<string, string>[] = [
  { PORT: '80a' },
  { PORT: '65536' },
  { PORT: '-1' },
  { BASE_URL: 'review.example.com' },
  { BASE_URL: 'https://example.com/dailies' },
  { DATABASE_URL: 'mysql://root:secret@localhost/db' },
  { REDIS_URL: 'localhost:6379' },
  { SECRET_KEY: 'short' },
  { RATE_LIMITS: 'tier9=1' },
  { RATE_LIMITS: 'default=0' },
  { RATE_LIMITS: 'default' },
  { LOG_LEVEL: 'loud' },
  { SMTP_URL: 'https://mail.example.com', MAIL_FROM: 'a@example.com' },
  { MAIL_FROM: 'nobody', SMTP_URL: 'smtp://mail.example.com' },
  { OAUTH_REGISTRATION: 'maybe' },
  { OAUTH_PRIVATE_HOSTS: 'https://tools.internal' },
  { MAX_REQUESTS: '0' },
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
