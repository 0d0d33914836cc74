// The script of the guides: a button that copies code, and the search. Without it, the guides are fully readable.
for (const block of document.querySelectorAll('.block')) {
  const button = document.createElement('button')
  button.type = 'button'
  button.textContent = 'Copy'
  button.addEventListener('click', async () => {
    // Commands are copied without the prompt in front of them.
    const code = block.querySelector('code').textContent.replace(/^\$ /gm, '')
    await navigator.clipboard.writeText(code)
    button.textContent = 'Copied'
    setTimeout(() => {
      button.textContent = 'Copy'
    }, 2000)
  })
  // Outside of a secure context there is no clipboard.
  if (navigator.clipboard) block.querySelector('figcaption').append(button)
}

const field = document.querySelector('#search')
const found = document.querySelector('#found')
let loading

field.closest('search').hidden = false
field.addEventListener('focus', () => {
  loading ??= fetch('/docs/assets/search.json').then((answer) => answer.json())
})
field.addEventListener('input', show)
field.addEventListener('keydown', (event) => {
  if (event.key === 'Enter') found.querySelector('a')?.click()
})
document.addEventListener('keydown', (event) => {
  if (event.key === 'Escape') close()
  if (event.key === '/' && !event.target.matches('input, textarea')) {
    event.preventDefault()
    field.focus()
  }
})
document.addEventListener('click', (event) => {
  if (!event.target.closest('search')) close()
})

function close() {
  found.hidden = true
}

async function show() {
  const words = field.value.toLowerCase().split(/\s+/).filter(Boolean)
  const entries = await loading
  found.hidden = words.length === 0
  const ranked = entries.map((entry) => [rank(entry, words), entry]).filter(([points]) => points > 0)
  ranked.sort(([a], [b]) => b - a)
  const items = ranked.slice(0, 8).map(([, [guide, heading, url]]) => {
    const link = document.createElement('a')
    link.href = url
    link.textContent = heading || guide
    if (heading) link.append(line(guide))
    return link
  })
  if (items.length === 0)
    items.push(Object.assign(document.createElement('p'), { textContent: 'Nothing found.' }))
  found.replaceChildren(
    ...items.map((item) => {
      const entry = document.createElement('li')
      entry.append(item)
      return entry
    }),
  )
}

/** Every word must occur in the section; in its title it counts more. */
function rank([guide, heading, , text], words) {
  const title = `${heading || guide}`.toLowerCase()
  const all = `${guide} ${heading} ${text}`.toLowerCase()
  if (!words.every((word) => all.includes(word))) return 0
  return words.reduce(
    (points, word) => points + (title.startsWith(word) ? 8 : title.includes(word) ? 4 : 1),
    0,
  )
}

function line(text) {
  return Object.assign(document.createElement('span'), { textContent: text })
}
