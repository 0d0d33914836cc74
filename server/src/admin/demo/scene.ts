// The shot of the demo: a harbour at dusk, drawn as SVG for any point in time.

/** The differences between revisions of the shot. */
export type Look = {
  label: string
  /** The speed of the boat in pixels per second. */
  boatSpeed: number
  beam: string
  moon: { x: number; y: number; radius: number }
  glow: string
}

export const looks: readonly [Look, Look] = [
  { label: 'v1', boatSpeed: 150, beam: '#dbe8ff', moon: { x: 1010, y: 250, radius: 30 }, glow: '#8d5a55' },
  { label: 'v2', boatSpeed: 62, beam: '#ffd9a0', moon: { x: 985, y: 205, radius: 44 }, glow: '#c8734f' },
]

export const frameSize = { width: 1280, height: 720 }
/** The image between the black bars, in cinema format. */
export const shownArea = { top: 92, height: 536 }
const horizon = 430
const lamp = { x: 297, y: 246 }

/** The image at a time in seconds, without bars and text; slightly larger than the frame. */
export function drawScene(look: Look, t: number): string {
  return [
    definitions(look),
    `<rect y="-400" width="1280" height="${horizon + 400}" fill="url(#sky)"/>`,
    stars(t),
    moon(look),
    hills(470, '#222c4b', horizon - 8, 46, 3 + t * 1.2),
    hills(300, '#182039', horizon + 2, 30, 8 + t * 2.6),
    sea(look, t),
    boat(look, t),
    shade('left', 0),
    shade('right', 1020),
    headland(),
    beams(look, t),
  ].join('')
}

function definitions({ beam, glow }: Look): string {
  const stops = (colours: [number, string, number?][]) =>
    colours
      .map(
        ([at, colour, opacity = 1]) =>
          `<stop offset="${at}" stop-color="${colour}" stop-opacity="${opacity}"/>`,
      )
      .join('')
  return `<defs>
<linearGradient id="sky" x1="0" y1="0" x2="0" y2="1">${stops([
    [0.35, '#0a0f22'],
    [0.7, '#1d2747'],
    [0.88, '#4b4562'],
    [1, glow],
  ])}</linearGradient>
<linearGradient id="sea" x1="0" y1="0" x2="0" y2="1">${stops([
    [0, glow],
    [0.06, '#3b3d58'],
    [0.3, '#162036'],
    [1, '#070b16'],
  ])}</linearGradient>
<radialGradient id="halo">${stops([
    [0, '#fff4d8', 0.55],
    [0.25, '#f3dcb0', 0.16],
    [1, '#f3dcb0', 0],
  ])}</radialGradient>
<radialGradient id="lamp">${stops([
    [0, '#ffffff'],
    [0.3, beam, 0.8],
    [1, beam, 0],
  ])}</radialGradient>
<linearGradient id="ray" x1="0" x2="1">${stops([
    [0, beam, 0.75],
    [0.35, beam, 0.22],
    [1, beam, 0],
  ])}</linearGradient>
<linearGradient id="tower" x1="0" x2="1">${stops([
    [0, '#d9d4cf'],
    [0.45, '#a49fa3'],
    [1, '#4a4a5a'],
  ])}</linearGradient>
<linearGradient id="left">${stops([
    [0, '#000', 0.5],
    [1, '#000', 0],
  ])}</linearGradient>
<linearGradient id="right">${stops([
    [0, '#000', 0],
    [1, '#000', 0.5],
  ])}</linearGradient>
</defs>`
}

function shade(side: 'left' | 'right', x: number): string {
  return `<rect x="${x}" y="-400" width="260" height="1600" fill="url(#${side})"/>`
}

/** Pseudo-random numbers from 0 to 1, the same on every machine. */
function scatter(count: number): number[] {
  return Array.from({ length: count }, (_, i) => (Math.sin((i + 1) * 12.9898) * 43758.5453) % 1).map(Math.abs)
}

function stars(t: number): string {
  const places = scatter(260)
  return Array.from({ length: 130 }, (_, i) => {
    const [x, y] = [places[2 * i]! * 1280, places[2 * i + 1]! ** 1.6 * 560 - 220]
    const light = 0.35 + 0.35 * Math.sin(t * (0.8 + places[i]! * 2) + i)
    return `<circle cx="${x.toFixed(1)}" cy="${y.toFixed(1)}" r="${(0.6 + places[i]! * 0.9).toFixed(2)}" fill="#dfe6ff" fill-opacity="${light.toFixed(2)}"/>`
  }).join('')
}

function moon({ moon: { x, y, radius } }: Look): string {
  return `<circle cx="${x}" cy="${y}" r="${radius * 5}" fill="url(#halo)"/><circle cx="${x}" cy="${y}" r="${radius}" fill="#f7ead0"/>
<circle cx="${x - radius * 0.3}" cy="${y - radius * 0.2}" r="${radius * 0.2}" fill="#e6d5b4"/><circle cx="${x + radius * 0.28}" cy="${y + radius * 0.32}" r="${radius * 0.13}" fill="#e6d5b4"/>`
}

function hills(length: number, colour: string, base: number, height: number, shift: number): string {
  const ridge = Array.from({ length: 66 }, (_, i) => {
    const x = i * 20 - 10
    const at = (x + shift) / length
    const y =
      base -
      height * (0.55 + 0.3 * Math.sin(at * 6.3) + 0.16 * Math.sin(at * 15.7 + 1) + 0.06 * Math.sin(at * 41))
    return `${x},${y.toFixed(1)}`
  })
  return `<polygon points="-10,${base + 20} ${ridge.join(' ')} 1300,${base + 20}" fill="${colour}"/>`
}

function sea(look: Look, t: number): string {
  const rows = Array.from({ length: 16 }, (_, i) => wave(i, t)).join('')
  return `<rect y="${horizon}" width="1280" height="900" fill="url(#sea)"/>${reflection(look, t)}${rows}`
}

/** Near waves are longer and higher. */
function wave(i: number, t: number): string {
  const depth = (i + 1) / 16
  const y = horizon + 4 + depth ** 1.8 * 230
  const points = Array.from({ length: 66 }, (_, n) => {
    const x = n * 20 - 10
    const rise = Math.sin(x / (26 + depth * 90) + t * (1.1 + (i % 3) * 0.25) + i * 1.7) * (0.6 + depth * 5)
    return `${x},${(y + rise).toFixed(1)}`
  })
  return `<polyline points="${points.join(' ')}" fill="none" stroke="#8ea4cf" stroke-opacity="${(0.05 + 0.07 * (1 - depth)).toFixed(3)}" stroke-width="${(0.8 + depth * 2.4).toFixed(2)}"/>`
}

function reflection({ moon: { x, radius } }: Look, t: number): string {
  return Array.from({ length: 22 }, (_, i) => {
    const depth = i / 22
    const width = radius * (0.5 + depth * 1.7) * (0.7 + 0.3 * Math.sin(t * 2.2 + i * 2.1))
    const sway = Math.sin(t * 1.4 + i * 0.9) * (2 + depth * 12)
    return `<ellipse cx="${(x + sway).toFixed(1)}" cy="${(horizon + 5 + depth ** 1.4 * 190).toFixed(1)}" rx="${width.toFixed(1)}" ry="${(0.9 + depth * 2.4).toFixed(2)}" fill="#f7e4bd" fill-opacity="${(0.5 - depth * 0.38).toFixed(2)}"/>`
  }).join('')
}

function boat({ boatSpeed }: Look, t: number): string {
  const x = 1090 - boatSpeed * t
  const y = horizon + 62 + Math.sin(t * 1.7) * 3
  const lean = Math.sin(t * 1.3 + 0.6) * 2.4
  return `<ellipse cx="${x.toFixed(1)}" cy="${horizon + 84}" rx="74" ry="6" fill="#04070f" fill-opacity="0.55"/>
<g transform="translate(${x.toFixed(1)} ${y.toFixed(1)}) rotate(${lean.toFixed(2)})">
<path d="M-4,2 L-4,-112 C-52,-70 -66,-34 -72,-8 Z" fill="#d8cbb8"/><path d="M3,2 L3,-100 C34,-66 44,-34 48,-6 Z" fill="#a9998c"/>
<rect x="-3" y="-116" width="4" height="126" fill="#1b1512"/>
<path d="M-78,6 L66,6 C58,24 46,30 30,30 L-46,30 C-62,28 -72,18 -78,6 Z" fill="#20161a"/><path d="M-78,6 L66,6 L65,10 L-76,10 Z" fill="#6b3f33"/>
<circle cx="52" cy="-4" r="15" fill="url(#lamp)" fill-opacity="0.7"/><circle cx="52" cy="-4" r="3" fill="#ffe2a8"/></g>`
}

function headland(): string {
  const { x, y } = lamp
  const band = (from: number, to: number) => {
    const half = (at: number) => 20 + (at - y) * 0.078
    return `<polygon points="${x - half(from)},${from} ${x + half(from)},${from} ${x + half(to)},${to} ${x - half(to)},${to}" fill="#8e3b35" fill-opacity="0.82"/>`
  }
  return `<path d="M-10,1200 L-10,436 C60,408 110,430 168,412 C230,396 300,398 352,416 C410,438 430,470 492,486 C560,506 590,540 600,720 L620,1200 Z" fill="#0a0e1b"/>
<path d="M-10,440 C60,408 110,430 168,412 C230,396 300,398 352,416 C410,438 430,470 492,486" fill="none" stroke="#3a4468" stroke-width="2"/>
<polygon points="${x - 20},${y + 16} ${x + 20},${y + 16} ${x + 33},412 ${x - 33},412" fill="url(#tower)"/>${band(y + 40, y + 72)}${band(y + 108, y + 142)}
<rect x="${x - 27}" y="${y + 10}" width="54" height="8" fill="#23263a"/><rect x="${x - 16}" y="${y - 14}" width="32" height="25" fill="#ffe9bd"/>
<path d="M${x - 20},${y - 14} L${x},${y - 36} L${x + 20},${y - 14} Z" fill="#23263a"/><rect x="${x - 1.5}" y="${y - 48}" width="3" height="14" fill="#23263a"/>
<rect x="${x - 5}" y="388" width="10" height="24" fill="#191b2b"/><path d="M362,424 h46 v-26 l-23,-18 l-23,18 Z" fill="#121728"/><rect x="376" y="402" width="9" height="10" fill="#ffcf86"/>`
}

/** Two rays that rotate around the tower; seen from the side they get longer and shorter. */
function beams({ beam }: Look, t: number): string {
  const angle = t * 0.9 + 0.35
  const rays = [angle, angle + Math.PI].map((turn) => {
    const reach = Math.cos(turn) * 980
    const spread = 26 + 58 * Math.abs(Math.cos(turn)) + 30 * Math.max(0, Math.sin(turn))
    const drop = Math.sin(turn) * 70
    return `<polygon transform="translate(${lamp.x} ${lamp.y}) scale(${(reach / 1000).toFixed(4)} 1)" points="0,-4 1000,${(drop - spread).toFixed(1)} 1000,${(drop + spread).toFixed(1)} 0,4" fill="url(#ray)" fill-opacity="${(0.25 + 0.75 * Math.abs(Math.cos(turn))).toFixed(2)}"/>`
  })
  const toward = 0.35 + 0.65 * Math.max(0, Math.sin(angle))
  return `${rays.join('')}<circle cx="${lamp.x}" cy="${lamp.y}" r="${(54 + 50 * toward).toFixed(1)}" fill="url(#lamp)" fill-opacity="${(0.35 + 0.5 * toward).toFixed(2)}"/>
<circle cx="${lamp.x}" cy="${lamp.y}" r="9" fill="${beam}"/>`
}
