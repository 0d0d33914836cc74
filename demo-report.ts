import { writeFileSync } from 'node:fs'
import sharp from 'sharp'
import { typesetReport } from '/work/h/report/server/src/generation/documents/typeset-report.ts'
const still = async (hue: string, w = 784, h = 441, n = 1) => sharp({ create: { width: w, height: h, channels: 3, background: hue } })
  .composite([{ input: Buffer.from(`<svg xmlns="http://www.w3.org/2000/svg" width="${w}" height="${h}"><defs><linearGradient id="g" x1="0" y1="0" x2="0" y2="1"><stop offset="0" stop-color="#000" stop-opacity=".0"/><stop offset="1" stop-color="#000" stop-opacity=".55"/></linearGradient></defs><rect width="100%" height="100%" fill="url(#g)"/><circle cx="${w*.7}" cy="${h*.35}" r="60" fill="#ffe9b0"/><path d="M0 ${h*.8} L${w*.3} ${h*.5} L${w*.5} ${h*.7} L${w*.8} ${h*.45} L${w} ${h*.75} V${h} H0Z" fill="#0007"/><rect x="${w*.6}" y="${h*.18}" width="180" height="150" fill="none" stroke="#ff453a" stroke-width="7" rx="4"/></svg>`) }]).jpeg({ quality: 82 }).toBuffer()
const images = [
  { name: 'a', bytes: await still('#4b7bb0') }, { name: 'b', bytes: await still('#b0704b') },
  { name: 'tall', bytes: await still('#3f7f5f', 441, 784) }, { name: 'wide', bytes: await still('#7f3f6f', 784, 330) },
  { name: 'wave', bytes: await still('#223355', 784, 220) },
]
const e = (author: string, text: string, more = {}) => ({ author, date: '2026-11-17 14:50 UTC', origin: null, text, rtl: false, reactions: [], attachments: [], ...more })
const t = (number: number, author: string, text: string, place: string|null, still: string|null, more = {}) => ({ ...e(author, text), number, place, resolved: false, replies: [], still, note: null, ...more })
const threads = [
  t(1, 'Anna Weber', 'The logo comes in too bright here; it flickers against the sky. Bring it down by half a stop and hold the fade for eight frames.', '01:00:02:00', 'a', { replies: [e('Ben Okafor', 'Agreed. I will match it to the grade of scene 4.'), e('Anna Weber', 'Perfect, thank you!', { reactions: ['👍 2', '🎬'] })] }),
  t(2, 'Ben Okafor', 'Hold this shot longer.', '01:00:04:12 – 01:00:06:03', 'b', { resolved: true, attachments: ['reference.png'] }),
  t(3, 'ليلى', 'الشعار ساطع جدا في هذه اللقطة، والانتقال سريع. 24 fps', '01:00:07:00', 'wide', { rtl: true, replies: [e('דנה', 'הלוגו בהיר מדי', { rtl: true })] }),
  t(4, '山田 花子', '灯台の光が強すぎます。少し下げてください。', '01:00:09:10', 'tall'),
  t(5, 'Anna Weber', 'A strong opening overall. #panic("no") $x^2$ *not bold* https://example.com/a/very/long/address/that/has/no/spaces/at/all/and/goes/on/and/on/and/on/and/on/and/on/and/on', null, null, { origin: 'imported by Ben Okafor' }),
  t(6, 'Ben Okafor', 'Long note. '.repeat(150), '01:00:12:00', 'a', { resolved: true }),
  t(7, 'Ben Okafor', 'W'.repeat(300), '01:00:13:00', 'b'),
  t(8, 'Ben Okafor', 'Line one\nLine two\n\nLine four', '01:00:14:00', 'b', { note: 'The still of this place could not be drawn.', still: null }),
]
const doc: any = {
  title: 'teaser_v2_final.mov', subject: process.argv[2] ?? 'File', project: 'Lighthouse, campaign 2026', date: '2026-11-17 15:20 UTC', open: 6, resolved: 2,
  filters: ['only open comments'], notes: ['3 stills are left out: the server had no time to draw more.'],
  reviews: [{ name: 'Reel one', status: 'NEED_EDIT', verdicts: [{ name: 'Anna Weber', verdict: 'NEED_EDIT', note: 'Nearly there: the logo and the last cut.', agent: false, stale: null, date: '2026-11-17 14:00 UTC' }, { name: 'Ben Okafor', verdict: 'APPROVED', note: null, agent: false, stale: 'NEW_REVISION', date: '2026-11-16 09:00 UTC' }] }],
  files: [{ name: 'teaser_v2_final.mov', facts: 'Revision 2 · 1920 × 1080 · 25 fps · 00:01:30', cover: null, note: null, threads }, { name: 'music.wav', facts: 'Revision 1 · 00:03:10', cover: 'wave', note: null, threads: [t(9, 'Anna Weber', 'A click.', '00:00:01.500', null)] }, { name: 'empty.png', facts: 'Revision 1', cover: null, note: 'The previews of this file are still being made.', threads: [] }],
  signers: ['Anna Weber', 'Ben Okafor'], images,
}
const t0 = Date.now()
writeFileSync('/tmp/rep/demo.pdf', await typesetReport(doc, AbortSignal.timeout(120_000)))
console.log(Date.now() - t0, 'ms')
