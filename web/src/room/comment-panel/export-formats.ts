// The formats of exports, by the program that reads them.

/** Those that need a timeline. */
export const timelineGroups = [
  ['DaVinci Resolve', [['edl', 'Timeline markers (EDL)']]],
  ['Premiere Pro', [['xmeml', 'Sequence with markers (XML)']]],
  [
    'Media Composer',
    [
      ['avid', 'Markers (text)'],
      ['avid-xml', 'Markers (XML)'],
    ],
  ],
  ['Final Cut Pro', [['fcpxml', 'Project with markers (FCPXML)']]],
  [
    'OpenTimelineIO',
    [
      ['otio', 'Timeline (OTIO)'],
      ['otio-rv', 'Timeline with drawings for RV (OTIO)'],
    ],
  ],
  [
    'Subtitles',
    [
      ['srt', 'SubRip (SRT)'],
      ['vtt', 'WebVTT (VTT)'],
    ],
  ],
] as const

/** Those for all kinds of files. */
export const documentFormats = [
  ['pdf', 'Report with stills (PDF)'],
  ['csv', 'Spreadsheet (CSV)'],
  ['txt', 'Text (TXT)'],
  ['json', 'Everything (JSON)'],
] as const

type TimelineFormat = (typeof timelineGroups)[number][1][number][0]
export type ExportFormat = TimelineFormat | (typeof documentFormats)[number][0]

/** Those that hold several files in one timeline. */
export const versionFormats = [
  ['edl', 'DaVinci Resolve: timeline markers (EDL)'],
  ['xmeml', 'Premiere Pro: sequence with markers (XML)'],
  ['otio', 'OpenTimelineIO'],
  ['otio-rv', 'OpenTimelineIO with drawings for RV'],
] as const
export type VersionFormat = (typeof versionFormats)[number][0]

/** All formats as `Program: format`, for a list without headings. */
export const timelineFormats: readonly (readonly [TimelineFormat, string])[] = timelineGroups.flatMap(
  ([program, formats]) =>
    formats.map(
      ([format, name]) => [format, `${program}: ${name[0]!.toLowerCase()}${name.slice(1)}`] as const,
    ),
)
