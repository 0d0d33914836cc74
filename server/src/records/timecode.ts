// The timecode of a place in a file, as SQL: in the source timecode of the file, or counted from zero without one. On audio, the
// time of day or from the start. A video with a variable frame rate has no timecodes.

/** Whether `m` is counted with drop frames: as its source timecode, else where its rate has them. */
const dropped = (m: string) =>
  `coalesce(${m}.drop_frame, ${m}.frame_rate_num * 1001::bigint in (${m}.frame_rate_den * 30000::bigint, ${m}.frame_rate_den * 60000::bigint))`

/** Null unless the rate is at least one frame a second. */
const base = (m: string) => `nullif(round(${m}.frame_rate_num::numeric / ${m}.frame_rate_den), 0)::integer`

/** `m`: the alias of `media`. `frame` and `ms` are SQL; without a frame, the time leads to one. */
export function timecodeSql(m: string, { frame, ms }: { frame: string; ms: string }): string {
  const counted = `coalesce(${frame}, div(${ms}::numeric * ${m}.frame_rate_num, 1000::numeric * ${m}.frame_rate_den)::bigint)`
  return `case
    when ${m}.kind = 'VIDEO' and not ${m}.variable_rate
      then timecode_text(coalesce(${m}.start_frame, 0) + ${counted}, ${base(m)}, ${dropped(m)})
    when ${m}.kind = 'AUDIO' then ${clockText(`coalesce(${m}.start_ms, 0) + ${ms}`)} end`
}

/** `10:00:00.000`. */
function clockText(ms: string): string {
  return `to_char(interval '1 millisecond' * ((${ms}) % 86400000), 'HH24:MI:SS.MS')`
}

/** The source timecode of `m` as JSON; null without one. */
export const sourceTimecodeSql = (
  m: string,
) => `case when coalesce(${m}.start_frame, ${m}.start_ms) is not null then
    json_build_object('start', ${timecodeSql(m, { frame: '0::bigint', ms: '0::bigint' })}, 'dropFrame', coalesce(${m}.drop_frame, false),
      'startFrame', ${m}.start_frame, 'startMs', ${m}.start_ms, 'startSample', ${m}.start_sample) end`

/** The values from which TypeScript writes timecodes of `m`, with the frame rate, as JSON; null where it has none. */
export const timecodeRateSql = (
  m: string,
) => `case when not ${m}.variable_rate and ${m}.frame_rate_num is not null then
    json_strip_nulls(json_build_object('num', ${m}.frame_rate_num, 'den', ${m}.frame_rate_den,
      'start', ${m}.start_frame, 'dropFrame', ${m}.drop_frame)) end`
