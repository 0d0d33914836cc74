import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createPresenceStore, presenceMs } from './presence-store.ts'

function start() {
  const clock = { now: 1_000 }
  const changes: string[] = []
  const store = createPresenceStore(
    () => clock.now,
    (fileId) => void changes.push(fileId),
  )
  return { clock, store, changes: () => changes.splice(0) }
}

function tab(name: string, fileId: string, userId = 'ann') {
  return { fileId, projectId: 'project', userId, sessionId: `session of ${userId}`, tab: name, typing: null }
}

const names = (tabs: readonly { tab: string }[]) => tabs.map((one) => one.tab)

test('a tab expires after its last report, and a repeated report is no change', () => {
  const { clock, store, changes } = start()
  assert.equal(store.put(tab('one', 'file')), true)
  clock.now += presenceMs - 1
  assert.equal(store.put(tab('one', 'file')), false)
  store.sweep()
  assert.deepEqual(changes(), ['file'])
  clock.now += presenceMs - 1
  store.sweep()
  assert.deepEqual(names(store.tabsOn('file')), ['one'])
  clock.now += 1
  store.sweep()
  assert.deepEqual(names(store.tabsOn('file')), [])
  assert.deepEqual(changes(), ['file'])
  assert.equal(store.size(), 0)
})

test('beginning to type, typing elsewhere and stopping are changes', () => {
  const { store, changes } = start()
  const typing = (parentId: string | null) => store.put({ ...tab('one', 'file'), typing: { parentId } })
  store.put(tab('one', 'file'))
  assert.deepEqual(
    [typing(null), typing(null), typing('thread'), typing('thread')],
    [true, false, true, false],
  )
  assert.equal(store.put(tab('one', 'file')), true)
  assert.equal(changes().length, 4)
})

test('a tab that shows another file has left the first', () => {
  const { store, changes } = start()
  store.put(tab('one', 'first'))
  store.put(tab('one', 'second'))
  assert.deepEqual([store.tabsOn('first').length, store.tabsOn('second').length], [0, 1])
  assert.deepEqual(changes(), ['first', 'first', 'second'])
  // The departure from the first file arrives late.
  assert.equal(store.remove(tab('one', 'first')), false)
  assert.equal(store.tabsOn('second').length, 1)
  assert.equal(store.remove(tab('one', 'second')), true)
})

test('a report of another node that is older than what is known changes nothing', () => {
  const { clock, store } = start()
  store.put(tab('one', 'second'))
  assert.equal(store.put(tab('one', 'first'), clock.now - 1), false)
  assert.equal(store.tabsOn('second').length, 1)
  assert.equal(store.put(tab('two', 'first'), clock.now - presenceMs), false)
  assert.equal(store.size(), 1)
})

test('one person has at most 10 tabs: the one that reported longest ago is forgotten', () => {
  const { clock, store } = start()
  for (let i = 0; i < 10; i++) {
    store.put(tab(`tab ${i}`, `file ${i}`))
    clock.now++
  }
  store.put(tab('tab 0', 'file 0'))
  store.put(tab('tab 10', 'file 10'))
  assert.equal(store.size(), 10)
  assert.deepEqual([store.tabsOn('file 0').length, store.tabsOn('file 1').length], [1, 0])
})

test('a file has at most 500 tabs, and a node at most 20,000', () => {
  const { store } = start()
  for (let i = 0; i < 600; i++) store.put(tab('one', 'file', `person ${i}`))
  assert.equal(store.tabsOn('file').length, 500)
  for (let i = 0; i < 25_000; i++) store.put(tab('two', `file ${i}`, `person ${i}`))
  assert.equal(store.size(), 20_000)
})
