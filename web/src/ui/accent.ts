// The accent colour of a workspace, made readable on every background: darker in the light theme, lighter in the dark one.
// The hue stays, and a colour that is readable as it is stays as it is.

/** The colours of one theme, as #rrggbb. */
export type Accent = {
  accent: string
  /** Text on the accent. */
  onAccent: string
  /** A background in a faint tint of the accent, for text in the accent. */
  ground: string
}

type Theme = {
  /** The grounds that the accent is written on, the least favourable first. */
  grounds: readonly string[]
  onAccent: string
  tinted: string
  /** The way that lightness moves until the contrast is enough. */
  step: 1 | -1
}

const light: Theme = { grounds: ['#ebebe9', '#f4f4f3'], onAccent: '#ffffff', tinted: '#ffffff', step: -1 }
const dark: Theme = { grounds: ['#2c2c2c', '#1f1f1f'], onAccent: '#141414', tinted: '#161616', step: 1 }

const leastContrast = 4.5
/** How much of the accent is in its ground. */
const tint = 0.1

export function accentIn(theme: 'light' | 'dark', colour: string): Accent {
  const { grounds, onAccent, tinted, step } = theme === 'light' ? light : dark
  const { lightness, a, b } = toOklab(colour)
  for (let l = lightness; ; l += step / 100) {
    // Neither white nor black has a hue.
    const fade = Math.min(1, (step > 0 ? 1 - l : l) * 5)
    const accent =
      l === lightness ? colour : toHex({ lightness: clamped(l), a: a * clamped(fade), b: b * clamped(fade) })
    const ground = mixed(accent, tinted, tint)
    const all = [...grounds, onAccent, ground]
    if (all.every((other) => contrast(accent, other) >= leastContrast) || l < 0 || l > 1)
      return { accent, onAccent, ground }
  }
}

/** WCAG's contrast, from 1 to 21. */
export function contrast(one: string, other: string): number {
  const [high, low] = [luminance(one), luminance(other)].sort((a, b) => b - a)
  return (high! + 0.05) / (low! + 0.05)
}

function luminance(colour: string): number {
  const [red, green, blue] = linear(colour)
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}

type Channels = [red: number, green: number, blue: number]

/** The channels of #rrggbb, from 0 to 255. */
function channels(colour: string): Channels {
  const number = Number.parseInt(colour.slice(1), 16)
  return [number >> 16, (number >> 8) & 255, number & 255]
}

/** The channels as amounts of light, from 0 to 1. */
function linear(colour: string): Channels {
  return mapped(channels(colour), (value) => {
    const part = value / 255
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4
  })
}

function mapped([red, green, blue]: Channels, change: (value: number) => number): Channels {
  return [change(red), change(green), change(blue)]
}

function mixed(colour: string, ground: string, share: number): string {
  const under = channels(ground)
  const parts = channels(colour).map((value, i) => value * share + under[i]! * (1 - share))
  return hex([parts[0]!, parts[1]!, parts[2]!])
}

function hex(values: Channels): string {
  return `#${values.map((value) => Math.round(value).toString(16).padStart(2, '0')).join('')}`
}

type Oklab = { lightness: number; a: number; b: number }

// The matrices of https://bottosson.github.io/posts/oklab/
function toOklab(colour: string): Oklab {
  const [red, green, blue] = linear(colour)
  const l = Math.cbrt(0.4122214708 * red + 0.5363325363 * green + 0.0514459929 * blue)
  const m = Math.cbrt(0.2119034982 * red + 0.6806995451 * green + 0.1073969566 * blue)
  const s = Math.cbrt(0.0883024619 * red + 0.2817188376 * green + 0.6299787005 * blue)
  return {
    lightness: 0.2104542553 * l + 0.793617785 * m - 0.0040720468 * s,
    a: 1.9779984951 * l - 2.428592205 * m + 0.4505937099 * s,
    b: 0.0259040371 * l + 0.7827717662 * m - 0.808675766 * s,
  }
}

/** The nearest colour that a screen can show. */
function toHex({ lightness, a, b }: Oklab): string {
  const l = (lightness + 0.3963377774 * a + 0.2158037573 * b) ** 3
  const m = (lightness - 0.1055613458 * a - 0.0638541728 * b) ** 3
  const s = (lightness - 0.0894841775 * a - 1.291485548 * b) ** 3
  const lit: Channels = [
    4.0767416621 * l - 3.3077115913 * m + 0.2309699292 * s,
    -1.2684380046 * l + 2.6097574011 * m - 0.3413193965 * s,
    -0.0041960863 * l - 0.7034186147 * m + 1.707614701 * s,
  ]
  return hex(
    mapped(lit, (value) => {
      const part = clamped(value)
      return 255 * (part <= 0.0031308 ? part * 12.92 : 1.055 * part ** (1 / 2.4) - 0.055)
    }),
  )
}

function clamped(value: number): number {
  return Math.min(1, Math.max(0, value))
}
