// The corpus of videos, as cameras, editing programs, phones, browsers and broadcasters write them.
import { turn } from './iso-boxes.ts'
import { beep, type Clip, remux } from './make-clip.ts'

export const elevenRates = [
  '24000/1001',
  '24/1',
  '25/1',
  '30000/1001',
  '30/1',
  '48000/1001',
  '50/1',
  '60000/1001',
  '60/1',
  '120000/1001',
  '120/1',
] as const

const h264 = '-c:v libx264 -preset ultrafast -crf 18'
const aac = '-c:a aac -shortest'

function mp4(name: string, args: string, more: Partial<Clip> = {}): Clip {
  return { name, extension: 'mp4', mimeType: 'video/mp4', rate: '25/1', frames: 30, args, ...more }
}

function file(
  name: string,
  extension: string,
  mimeType: string,
  args: string,
  more: Partial<Clip> = {},
): Clip {
  return mp4(name, args, { extension, mimeType, ...more })
}

/** With B-frames: decoded in another order than shown, from negative times on. */
export const rateClips: Clip[] = elevenRates.map((rate) =>
  mp4(`rate-${rate.replace('/', '-')}`, `${h264} -bf 2 -b_strategy 0 -g 20 -r ${rate}`, { rate, frames: 50 }),
)

const uneven = 'settb=1/90000,setpts=if(lt(N\\,20)\\,N*3000\\,60000+(N-20)*9000+mod(N\\,3)*1500)'
const yuv = 'scale=out_color_matrix=bt601:out_range=tv,format=yuv420p'
export const unevenClips: Clip[] = [
  mp4(
    'uneven',
    `${h264} -bf 2 -fps_mode passthrough -enc_time_base 1:90000 -video_track_timescale 90000 -c:a aac`,
    {
      filters: `${yuv},${uneven}`,
      audio: beep,
    },
  ),
  file('uneven', 'mkv', 'video/x-matroska', `${h264} -fps_mode passthrough -enc_time_base 1:1000`, {
    filters: `${yuv},${uneven}`,
  }),
  // One frame is missing in the middle, as when a recorder could not keep up.
  mp4(
    'dropped-frame',
    `${h264} -fps_mode passthrough -enc_time_base 1:25000 -video_track_timescale 25000 -bsf:v setts=duration=1000`,
    {
      filters: `${yuv},settb=1/25000,setpts=1000*(N+gte(N\\,12))`,
    },
  ),
]

const bt709 = '-colorspace bt709 -color_primaries bt709 -color_trc bt709 -color_range tv'
const in709 = (format: string) =>
  `scale=out_color_matrix=bt709:out_range=tv,format=${format},setparams=colorspace=bt709:color_primaries=bt709:color_trc=bt709`
const rotated = (quarters: 1 | 2 | 3, transpose: string) =>
  file(`turned-${quarters * 90}`, 'mov', 'video/quicktime', h264, {
    filters: `${yuv},${transpose}`,
    after: turn(quarters),
  })

/** Each of them shows `patches`, upright. */
export const imageClips: Clip[] = [
  rotated(1, 'transpose=cclock'),
  rotated(2, 'hflip,vflip'),
  rotated(3, 'transpose=clock'),
  mp4('anamorphic-wide', h264, { filters: `${yuv},setsar=16/11` }),
  mp4('anamorphic-high', h264, { filters: `${yuv},setsar=10/11` }),
  mp4('ten-bits', `${h264} -profile:v high10 ${bt709}`, { filters: in709('yuv420p10le'), frames: 12 }),
  mp4('four-two-two', `${h264} ${bt709}`, { filters: in709('yuv422p'), frames: 12 }),
  mp4('full-range', `${h264} -color_range pc`, {
    filters: 'scale=out_color_matrix=bt601:out_range=pc,format=yuvj420p',
  }),
  mp4('odd-size', h264, {
    size: { width: 191, height: 111 },
    filters: 'scale=out_color_matrix=bt601:out_range=tv,format=yuv444p',
  }),
  mp4('large', `${h264} ${bt709}`, {
    size: { width: 2400, height: 1350 },
    filters: in709('yuv420p'),
    frames: 3,
  }),
  file('prores', 'mov', 'video/quicktime', `-c:v prores_ks -profile:v 3 ${bt709} -movflags write_colr`, {
    filters: in709('yuv422p10le'),
  }),
  file('rgb', 'mov', 'video/quicktime', '-c:v qtrle', { filters: 'format=rgb24' }),
]

const tff = '-flags +ilme+ildct'
export const containerClips: Clip[] = [
  mp4('one-frame', h264, { frames: 1 }),
  mp4('two-frames', `${h264} -bf 1`, { frames: 2 }),
  mp4('no-edit-list', `${h264} -bf 2 -use_editlist 0 ${aac}`, { audio: beep }),
  mp4('negative-offsets', `${h264} -bf 2 -movflags negative_cts_offsets ${aac}`, { audio: beep }),
  // Begins between two key frames: the frames before are decoded but not shown.
  mp4('edit-list', `${h264} -bf 2 -g 10`, { frames: 40, after: (path) => remux(path, '-ss 0.6') }),
  mp4('late-audio', `${h264} ${aac}`, { audio: `-itsoffset 0.3 ${beep}` }),
  mp4('interlaced', `${h264} ${tff} -x264opts tff=1`, { filters: `${yuv},setfield=tff` }),
  mp4('hevc', '-c:v libx265 -preset ultrafast -x265-params log-level=none', { frames: 12 }),
  file('broadcast', 'ts', 'video/mp2t', '-c:v mpeg2video -bf 2 -b:v 2M -c:a mp2 -shortest', { audio: beep }),
  file('interlaced', 'ts', 'video/mp2t', `-c:v mpeg2video -b:v 2M ${tff}`, {
    filters: `${yuv},setfield=tff`,
  }),
  file('h264', 'ts', 'video/mp2t', `${h264} -bf 2 ${aac}`, { audio: beep, rate: '24000/1001' }),
  file('program', 'mpg', 'video/mpeg', '-c:v mpeg2video -bf 2 -b:v 2M -f vob'),
  file('matroska', 'mkv', 'video/x-matroska', `${h264} -bf 2 -c:a flac -shortest`, {
    rate: '24000/1001',
    audio: beep,
  }),
  file('fast', 'mkv', 'video/x-matroska', `${h264} -bf 2 -r 120000/1001`, {
    rate: '120000/1001',
    frames: 60,
  }),
  file(
    'vp8',
    'webm',
    'video/webm',
    '-c:v libvpx -deadline realtime -auto-alt-ref 1 -lag-in-frames 8 -b:v 1M',
  ),
  file('vp9', 'webm', 'video/webm', '-c:v libvpx-vp9 -deadline realtime -cpu-used 8 -c:a libopus -shortest', {
    audio: beep,
  }),
  file('divx', 'avi', 'video/x-msvideo', '-c:v mpeg4 -bf 0 -q:v 3 -c:a pcm_s16le -shortest', { audio: beep }),
  file('divx-b-frames', 'avi', 'video/x-msvideo', '-c:v mpeg4 -bf 2 -q:v 3 -c:a pcm_s16le -shortest', {
    audio: beep,
  }),
  file('h264-b-frames', 'avi', 'video/x-msvideo', `${h264} -bf 2 -b_strategy 0 -c:a pcm_s16le -shortest`, {
    audio: beep,
  }),
  file('h264', 'avi', 'video/x-msvideo', `${h264} -bf 0`),
  file('mxf', 'mxf', 'application/mxf', '-c:v mpeg2video -q:v 2'),
  file('theora', 'ogv', 'video/ogg', '-c:v libtheora -q:v 8'),
]
