// The rules of check profiles in words, for the app and the guide. A test compares them with the schema.

export const ruleGroups = ['Video', 'Audio', 'Format', 'Image', 'Document', '3D model'] as const
export type RuleGroup = (typeof ruleGroups)[number]

type FieldText = {
  label: string
  /** After the number; none for texts and choices. */
  unit?: string
  /** A text that has the right form. */
  example?: string
}

export type RuleText = {
  title: string
  group: RuleGroup
  /** One sentence: what a finding of this rule says. */
  about: string
  fields?: Readonly<Record<string, FieldText>>
}

const seconds = { label: 'From', unit: 's' }
const headAndTail = {
  allowedHead: { label: 'Allowed at the head', unit: 's' },
  allowedTail: { label: 'Allowed at the tail', unit: 's' },
}

export const ruleTexts: Readonly<Record<string, RuleText>> = {
  black: {
    title: 'Black frames',
    group: 'Video',
    about: 'A stretch of black frames.',
    fields: { seconds, ...headAndTail },
  },
  frozen: {
    title: 'Frozen frames',
    group: 'Video',
    about: 'A stretch in which the image does not change.',
    fields: { seconds, ...headAndTail },
  },
  singleColour: {
    title: 'Single colour',
    group: 'Video',
    about: 'A stretch of one colour, other than black.',
    fields: { seconds, ...headAndTail },
  },
  duplicatedFrames: {
    title: 'Duplicated frames',
    group: 'Video',
    about: 'A frame that repeats the one before it, inside of motion.',
  },
  droppedFrames: {
    title: 'Dropped frames',
    group: 'Video',
    about: 'A jump in the motion, or a gap in the times of the frames.',
  },
  bars: {
    title: 'Bars',
    group: 'Video',
    about: 'Black bars that the declared aspect ratio does not explain.',
    fields: { aspect: { label: 'Declared aspect ratio', unit: ': 1' } },
  },
  levels: {
    title: 'Levels',
    group: 'Video',
    about: 'Luma or chroma out of the legal range.',
    fields: { share: { label: 'Allowed part of the image', unit: '%' } },
  },
  flashes: {
    title: 'Flashes',
    group: 'Video',
    about: 'More flashes in a second than ITU-R BT.1702 allows; indicative, not certified.',
    fields: { perSecond: { label: 'At most', unit: 'per second' } },
  },
  redFlashes: {
    title: 'Red flashes',
    group: 'Video',
    about: 'More flashes of saturated red in a second than ITU-R BT.1702 allows; indicative, not certified.',
    fields: { perSecond: { label: 'At most', unit: 'per second' } },
  },
  interlacing: {
    title: 'Interlacing',
    group: 'Video',
    about: 'Frames that are not taken as expected: fields in a progressive video, or in the wrong order.',
    fields: { expected: { label: 'Expected' } },
  },
  decodeErrors: {
    title: 'Decode errors',
    group: 'Video',
    about: 'Parts of the file that cannot be decoded.',
  },
  truncated: {
    title: 'Truncated file',
    group: 'Video',
    about: 'A file that ends before the duration that it declares.',
  },
  firstFrame: {
    title: 'First frame',
    group: 'Video',
    about: 'A video that does not begin as expected.',
    fields: { is: { label: 'Expected' } },
  },
  lastFrame: {
    title: 'Last frame',
    group: 'Video',
    about: 'A video that does not end as expected.',
    fields: { is: { label: 'Expected' } },
  },
  silence: {
    title: 'Silence',
    group: 'Audio',
    about: 'A stretch without audible audio.',
    fields: { seconds, level_dB: { label: 'Below', unit: 'dBFS' }, ...headAndTail },
  },
  clipping: {
    title: 'Clipping',
    group: 'Audio',
    about: 'Samples at full scale, one after another.',
    fields: { samples: { label: 'From', unit: 'samples' } },
  },
  phase: {
    title: 'Phase',
    group: 'Audio',
    about: 'A stereo signal that cancels itself in mono.',
    fields: { seconds, correlation: { label: 'Correlation below', unit: '' } },
  },
  oneSided: {
    title: 'One-sided stereo',
    group: 'Audio',
    about: 'A stereo signal that is on one side only.',
    fields: { seconds, decibels: { label: 'Difference from', unit: 'dB' } },
  },
  loudness: {
    title: 'Loudness',
    group: 'Audio',
    about:
      'Integrated loudness after ITU-R BS.1770. A dialogue-gated target is measured, and never called a pass.',
    fields: {
      target: { label: 'Target', unit: 'LUFS' },
      tolerance: { label: 'Tolerance', unit: '± LU' },
      gating: { label: 'Gating' },
      mostMomentary: { label: 'Momentary at most', unit: 'LUFS' },
      mostShortTerm: { label: 'Short-term at most', unit: 'LUFS' },
    },
  },
  truePeak: {
    title: 'True peak',
    group: 'Audio',
    about: 'The highest peak between samples, after ITU-R BS.1770.',
    fields: { most: { label: 'At most', unit: 'dBTP' } },
  },
  channels: {
    title: 'Channel layout',
    group: 'Audio',
    about: 'A track whose channels are not one of these layouts.',
    fields: { layouts: { label: 'Allowed layouts', example: 'stereo' } },
  },
  missingAudio: { title: 'Missing audio', group: 'Audio', about: 'A video without an audio track.' },
  lateAudio: {
    title: 'Late audio',
    group: 'Audio',
    about: 'Audio that begins after the video.',
    fields: { seconds },
  },
  size: {
    title: 'Size',
    group: 'Format',
    about: 'Width and height in pixels that are not one of these.',
    fields: { sizes: { label: 'Allowed sizes', example: '1920x1080' } },
  },
  frameRate: {
    title: 'Frame rate',
    group: 'Format',
    about: 'A frame rate that is not one of these, or a variable one.',
    fields: { rates: { label: 'Allowed rates', example: '25' } },
  },
  codec: {
    title: 'Codec',
    group: 'Format',
    about: 'A video or audio codec that is not one of these.',
    fields: {
      codecs: { label: 'Allowed codecs', example: 'prores' },
      audioCodecs: { label: 'Allowed audio codecs', example: 'pcm_s24le' },
    },
  },
  duration: {
    title: 'Duration',
    group: 'Format',
    about: 'A file that is shorter or longer than allowed.',
    fields: { least: { label: 'At least', unit: 's' }, most: { label: 'At most', unit: 's' } },
  },
  colourTags: {
    title: 'Colour tags',
    group: 'Format',
    about: 'Colour tags that are not one of these, or missing.',
    fields: {
      primaries: { label: 'Allowed primaries', example: 'bt709' },
      transfers: { label: 'Allowed transfers', example: 'bt709' },
      matrices: { label: 'Allowed matrices', example: 'bt709' },
      ranges: { label: 'Allowed ranges', example: 'limited' },
    },
  },
  imageSize: {
    title: 'Image size',
    group: 'Image',
    about: 'Width and height of an image that are not one of these, or too small or too large.',
    fields: {
      sizes: { label: 'Allowed sizes', example: '1920x1080' },
      least: { label: 'Shorter side at least', unit: 'px' },
      most: { label: 'Longer side at most', unit: 'px' },
    },
  },
  colourProfile: {
    title: 'Colour profile',
    group: 'Image',
    about: 'An image whose colour space is not one of these.',
    fields: { spaces: { label: 'Allowed colour spaces', example: 'SRGB' } },
  },
  transparency: {
    title: 'Transparency',
    group: 'Image',
    about: 'An alpha channel that is not allowed, or a missing one.',
    fields: { alpha: { label: 'Alpha channel' } },
  },
  sharpness: {
    title: 'Sharpness',
    group: 'Image',
    about: 'An image that is blurred even in its sharpest part; indicative.',
    fields: { least: { label: 'At least', unit: 'of 100' } },
  },
  resolution: {
    title: 'Resolution',
    group: 'Image',
    about: 'An image with fewer pixels per inch.',
    fields: { least: { label: 'At least', unit: 'ppi' } },
  },
  fonts: { title: 'Fonts', group: 'Document', about: 'A font that is not embedded.' },
  pageSize: {
    title: 'Page size',
    group: 'Document',
    about: 'A page in a size that is not one of these, or pages of different sizes.',
    fields: {
      sizes: { label: 'Allowed sizes', example: 'A4, 210x99mm' },
      mixed: { label: 'Different sizes allowed' },
    },
  },
  links: { title: 'Links', group: 'Document', about: 'A link inside of the document that leads nowhere.' },
  spelling: {
    title: 'Spelling',
    group: 'Document',
    about: 'Words that the installed dictionary does not know.',
    fields: {
      language: { label: 'Language', example: 'en_GB' },
      words: { label: 'Words that are right', example: 'Dailies' },
    },
  },
  modelSize: {
    title: 'Size in metres',
    group: '3D model',
    about: 'A model whose longest side is outside of these limits, mostly because of its units.',
    fields: { least: { label: 'At least', unit: 'm' }, most: { label: 'At most', unit: 'm' } },
  },
  normals: {
    title: 'Normals',
    group: '3D model',
    about: 'Triangles that face inwards.',
    fields: { flipped: { label: 'Allowed part of the triangles', unit: '%' } },
  },
  textures: {
    title: 'Textures',
    group: '3D model',
    about: 'Textures that are missing, too large, or not in powers of two.',
    fields: {
      most: { label: 'Longer side at most', unit: 'px' },
      powerOfTwo: { label: 'Powers of two' },
      megabytes: { label: 'Together at most', unit: 'MB' },
    },
  },
  triangles: {
    title: 'Triangles',
    group: '3D model',
    about: 'More triangles than allowed.',
    fields: { most: { label: 'At most', unit: 'triangles' } },
  },
  validator: {
    title: 'glTF Validator',
    group: '3D model',
    about: 'Messages of the glTF Validator.',
    fields: { severity: { label: 'From severity' } },
  },
}
