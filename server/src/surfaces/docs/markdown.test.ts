import assert from 'node:assert/strict'
import { test } from 'node:test'
import { parseMarkdown, renderMarkdown } from './markdown.ts'

const render = (markdown: string) => renderMarkdown(parseMarkdown(markdown), (url) => url)

test('text is escaped everywhere', () => {
  const { body } = render(
    '# \\<b> & "c"\n\n`<i>` and [\\<u>](https://example.com/?a="b")\n\n```sh\n<s> # & done\n```\n',
  )
  assert.doesNotMatch(body.text, /<(b|u|s)>|="b"/)
  assert.match(body.text, /<h1>&lt;b&gt; &amp; &quot;c&quot;<\/h1>/)
  assert.match(body.text, /<code>&lt;i&gt;<\/code>/)
  assert.match(body.text, /<code>&lt;s&gt;<i> # &amp; done<\/i><\/code>/)
})

test('raw HTML and unsupported Markdown are refused, with their position', () => {
  assert.throws(() => render('# A\n\n<script>alert(1)</script>\n'), /"html", at line 3/)
  assert.throws(() => render('a <b>b</b>'), /"html"/)
  assert.throws(() => render('![a](b.png)'), /"image"/)
})

test('links lead to pages, anchors and other sites; script URLs are refused', () => {
  for (const url of ['javascript:alert(1)', 'data:text/html,x', '//example.com', 'other.md'])
    assert.throws(() => render(`[a](${url})`), /do not link to/, url)
  assert.match(render('[a](/docs/b#c)').body.text, /<a href="\/docs\/b#c">a<\/a>/)
})

test('headings get unique anchors, like those of code hosts', () => {
  const { body, sections } = render(
    '# T\n\n## Is it well?\n\none\n\n### `not_found`\n\ntwo\n\n## Is it well?\n\nthree\n',
  )
  assert.deepEqual(
    sections.map(({ id, text }) => [id, text]),
    [
      ['t', ''],
      ['is-it-well', 'one'],
      ['not_found', 'two'],
      ['is-it-well-1', 'three'],
    ],
  )
  assert.match(body.text, /<h3 id="not_found"><a class="anchor" href="#not_found"/)
})

test('lists, tables and quotes', () => {
  const { body } = render('1. a\n2. b\n   - c\n\n| x | y |\n|---|---|\n| 1 | **2** |\n\n> q\n')
  assert.match(body.text, /<ol><li>a<\/li><li>b<ul><li>c<\/li><\/ul><\/li><\/ol>/)
  assert.match(body.text, /<th>x<\/th><th>y<\/th>/)
  assert.match(body.text, /<td>1<\/td><td><strong>2<\/strong><\/td>/)
  assert.match(body.text, /<blockquote><p>q<\/p><\/blockquote>/)
})
