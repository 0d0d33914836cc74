import assert from 'node:assert/strict'
import { test } from 'node:test'
import { isPublicAddress, notPublicCode, publicLookup } from './public-network.ts'

test('which addresses are public', () => {
  for (const address of ['1.1.1.1', '93.184.215.14', '2606:4700::1111', '2a00:1450:4001:82b::200e'])
    assert.ok(isPublicAddress(address), address)
  const others = [
    ...['0.0.0.0', '10.1.2.3', '100.64.0.1', '127.9.9.9', '169.254.1.1', '172.31.0.1', '192.168.0.1'],
    ...['192.0.2.1', '198.19.0.1', '203.0.113.9', '224.0.0.1', '255.255.255.255'],
    ...['::', '::1', '::ffff:10.0.0.1', '::ffff:1.1.1.1', '64:ff9b::a00:1', 'fe80::1', 'fd00::1', 'ff02::1'],
    ...['2001:db8::1', '2002:a00:1::', '2001::1', 'nonsense', ''],
  ]
  for (const address of others) assert.ok(!isPublicAddress(address), address)
})

test('the lookup of a private name fails in both of its forms', async () => {
  for (const options of [{ all: true }, {}]) {
    const error = await new Promise((done) => publicLookup('localhost', options, (failed) => done(failed)))
    assert.equal((error as NodeJS.ErrnoException).code, notPublicCode)
  }
})
