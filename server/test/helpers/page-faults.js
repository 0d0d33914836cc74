// Runs in a page and returns the accessibility faults that it finds. The last expression is the result.
const all = (selector) => [...document.querySelectorAll(selector)]

function luminance(colour) {
  const [r, g, b] = colour
    .match(/[\d.]+/g)
    .map((c) => (c <= 10 ? c / 3294.6 : ((c / 255 + 0.055) / 1.055) ** 2.4))
  return 0.2126 * r + 0.7152 * g + 0.0722 * b
}

function ground(element) {
  if (element === null) return getComputedStyle(document.documentElement).backgroundColor
  const colour = getComputedStyle(element).backgroundColor
  // Translucent backgrounds of these pages are nearly transparent, so the one behind counts.
  return colour.startsWith('rgb(') ? colour : ground(element.parentElement)
}

function contrast(element) {
  const sides = [luminance(getComputedStyle(element).color), luminance(ground(element))]
  const [light, dark] = sides.sort((a, b) => b - a)
  return (light + 0.05) / (dark + 0.05)
}

function hasText({ childNodes }) {
  return [...childNodes].some((node) => node.nodeType === Node.TEXT_NODE && node.textContent.trim() !== '')
}

function documentFaults() {
  const faults = []
  if (all('h1').length !== 1) faults.push('not one h1')
  if (document.documentElement.lang === '') faults.push('no language')
  if (document.documentElement.scrollWidth > innerWidth) faults.push('scrolls sideways')
  return faults
}

function nameFaults() {
  const ids = all('[id]').map(({ id }) => id)
  const described = all('[aria-describedby]').flatMap((one) =>
    one.getAttribute('aria-describedby').split(' '),
  )
  const fields = all('input:not([type=hidden]), select').filter(({ labels }) => labels.length === 0)
  const nameless = all('button, a').filter((one) => (one.ariaLabel ?? one.textContent).trim() === '')
  return [
    ...ids.filter((id, i) => ids.indexOf(id) !== i).map((id) => `two of #${id}`),
    ...described.filter((id) => !ids.includes(id)).map((id) => `no #${id}`),
    ...fields.map(({ name }) => `no label: ${name}`),
    ...nameless.map(({ outerHTML }) => `no name: ${outerHTML}`),
  ]
}

/** WCAG 2.2: targets of 24 pixels, except for links in text, and a contrast of 4.5. */
function sightFaults() {
  const shown = (element) => element.offsetParent !== null
  const small = all('button').filter((one) => {
    const { width, height } = one.getBoundingClientRect()
    return shown(one) && (width < 24 || height < 24)
  })
  const faint = all('main *, header *').filter((one) => shown(one) && hasText(one) && contrast(one) < 4.5)
  return [
    ...small.map(({ outerHTML }) => `small: ${outerHTML}`),
    ...faint.map(({ textContent }) => `faint: ${textContent.trim()}`),
  ]
}

;[...documentFaults(), ...nameFaults(), ...sightFaults()]
