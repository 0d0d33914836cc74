import assert from 'node:assert/strict'
import { test } from 'node:test'
import { html } from './html.ts'

test('values are escaped, in text and in attributes', () => {
  const name = `<b>"O'Neil" & co`
  assert.equal(
    html`<p title="${name}">${name}</p>`.text,
    '<p title="&lt;b&gt;&quot;O&#39;Neil&quot; &amp; co">&lt;b&gt;&quot;O&#39;Neil&quot; &amp; co</p>',
  )
})

test('nested HTML is not escaped again, lists are joined, and false, null and undefined are empty', () => {
  const parts = ['a', 'b<'].map((text) => html`<li>${text}</li>`)
  assert.equal(
    html`<ul>${parts}</ul>${false}${null}${undefined}${0}`.text,
    '<ul><li>a</li><li>b&lt;</li></ul>0',
  )
})
