import assert from 'node:assert/strict'
import { test } from 'node:test'
import { isAllowedHost } from '../../core/public-network.ts'
import { refusal } from './address.ts'

test('addresses of the internal network are refused in every notation', () => {
  for (const host of [
    ...['127.0.0.1', '127.1', '2130706433', '0x7f000001', '0x7f.1', '0177.0.0.1', '127.0.0.1.', '①②⑦.⓪.⓪.①'],
    ...[
      '0',
      '0.0.0.0',
      '10.1.2.3',
      '100.64.1.1',
      '169.254.169.254',
      '172.16.0.1',
      '192.168.0.1',
      '255.255.255.255',
    ],
    ...['[::]', '[::1]', '[::ffff:127.0.0.1]', '[::ffff:a00:1]', '[::127.0.0.1]', '[64:ff9b::7f00:1]'],
    ...['[fe80::1]', '[fd00::1]', '[2002:7f00:1::]'],
  ])
    assert.match(
      refusal(new URL(`https://${host}/`), []) ?? 'allowed',
      /not on the public.*WEBHOOK_ALLOW_HOSTS/,
      host,
    )
})

test('public addresses and names are allowed over https only', () => {
  for (const host of ['1.1.1.1', '[2606:4700::1111]', 'hooks.example.com', 'bücher.example', 'localhost'])
    assert.equal(refusal(new URL(`https://${host}/`), []), undefined, host)
  assert.match(refusal(new URL('http://hooks.example.com/'), [])!, /https.*WEBHOOK_ALLOW_HOSTS/)
})

test('allowed hosts may be private, limited to a port if one is given', () => {
  const hosts = ['hooks.internal', '10.0.0.7:9000', 'plain.internal:80']
  const allowed = (url: string) => isAllowedHost(new URL(url), hosts)
  for (const url of [
    ...['http://hooks.internal/', 'https://hooks.internal:8443/', 'http://HOOKS.internal/x'],
    ...[
      'http://10.0.0.7:9000/',
      'https://10.0.0.7:9000/',
      'http://167772167:9000/',
      'http://plain.internal/',
    ],
  ]) {
    assert.ok(allowed(url), url)
    assert.equal(refusal(new URL(url), hosts), undefined)
  }
  for (const url of [
    ...['http://10.0.0.7/', 'https://10.0.0.7/', 'https://plain.internal/', 'http://sub.hooks.internal/'],
    ...['http://hooks.internal.example.com/', 'http://hooks.internal./'],
  ])
    assert.ok(!allowed(url), url)
})
