// Converts Markdown to HTML that is safe to insert into a page. The parser treats raw HTML as text; its output also
// passes through a sanitiser, which allows only these tags and attributes.
import DOMPurify from 'dompurify'
import MarkdownIt from 'markdown-it'

const tags =
  'h1 h2 h3 h4 h5 h6 p br hr blockquote pre code em strong s a ul ol li table thead tbody tr th td div span'
const plainAttributes = 'title target rel start align tabindex role aria-label'.split(' ')
const safeUrl = /^(?:https?:|mailto:)/i

const markdown = new MarkdownIt({ html: false, linkify: true })
markdown.validateLink = (url) => safeUrl.test(url)
// Only full URLs become links: `foo.md` is a file, not a site in Moldova.
markdown.linkify.set({ fuzzyLink: false, fuzzyEmail: false })

markdown.core.ruler.push('dailies', ({ tokens }) => {
  for (const [i, token] of tokens.entries()) {
    if (token.type === 'heading_open' || token.type === 'heading_close') token.tag = lowered(token.tag)
    // No style attributes: the content security policy forbids them.
    const style = token.attrGet('style')
    if (style !== null) token.attrs = [['align', String(style).replace('text-align:', '')]]
    if (token.type === 'inline' && tokens[i - 2]?.type === 'list_item_open') showTask(token)
    for (const child of token.children ?? []) {
      if (child.type === 'link_open') openElsewhere(child)
    }
  }
})

/** Headings start below the title of the page. */
function lowered(tag: string): string {
  return `h${Math.min(Number(tag[1]) + 1, 6)}`
}

type Token = ReturnType<typeof markdown.parse>[number]

function openElsewhere(link: Token): void {
  link.attrSet('target', '_blank')
  link.attrSet('rel', 'noopener nofollow')
}

const task = /^\[([ xX])\] /

function showTask(inline: Token): void {
  const [first] = inline.children ?? []
  const found = first?.type === 'text' ? task.exec(first.content) : null
  if (!first || !found) return
  first.content = `${found[1] === ' ' ? '☐' : '☑'} ${first.content.slice(4)}`
}

// Images from other hosts would reveal who reads; the content security policy forbids them, so they become links.
markdown.renderer.rules.image = (tokens, i) => {
  const { content } = tokens[i]!
  const words = markdown.utils.escapeHtml(content === '' ? 'Image' : `Image: ${content}`)
  const href = markdown.utils.escapeHtml(String(tokens[i]!.attrGet('src')))
  return `<a href="${href}" target="_blank" rel="noopener nofollow">${words}</a>`
}

// Scrollable elements must be reachable by keyboard.
const block = (tokens: Token[], i: number) =>
  `<pre tabindex="0"><code>${markdown.utils.escapeHtml(tokens[i]!.content)}</code></pre>\n`
markdown.renderer.rules.fence = block
markdown.renderer.rules.code_block = block
markdown.renderer.rules.table_open = () => '<div tabindex="0" role="group" aria-label="Table"><table>\n'
markdown.renderer.rules.table_close = () => '</table></div>\n'

export function safeHtml(text: string): string {
  return DOMPurify.sanitize(markdown.render(text), {
    ALLOWED_TAGS: tags.split(' '),
    ALLOWED_ATTR: ['href', ...plainAttributes],
    ALLOW_DATA_ATTR: false,
    ALLOW_ARIA_ATTR: false,
    ALLOWED_URI_REGEXP: safeUrl,
    // Plain text that is not a URL is not validated as one.
    ADD_URI_SAFE_ATTR: plainAttributes,
  })
}
