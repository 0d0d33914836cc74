// Files as editing programs write them, and files that attack the readers.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { ApiError } from '../../core/errors.ts'
import { parseFrameRate } from '../../core/frames.ts'
import { detectFormat, importFormatOf, importFormats } from './formats.ts'
import { statedRate } from './stated-rate.ts'
import { readXml } from './xml-reader.ts'

const context = { rate: parseFrameRate('25')!, dropFrame: null }
const read = (content: string, rate = '25') => {
  const format = detectFormat(content)!
  const markers = importFormatOf(format).read(content, { rate: parseFrameRate(rate)!, dropFrame: null })
  return { format, ...markers }
}

test('Premiere Pro: a sequence with markers on it and on a clip, without colours', () => {
  const rate = '<rate><timebase>30</timebase><ntsc>TRUE</ntsc></rate>'
  const { format, markers, dropFrame } = read(
    `<?xml version="1.0" encoding="UTF-8"?>
<!DOCTYPE xmeml>
<xmeml version="4"><project><children><sequence id="sequence-1" explodedTracks="true">
<duration>9000</duration>${rate}<name>Cut 3</name>
<media><video><track><clipitem id="c1"><name>A</name><start>100</start><end>300</end><in>40</in><out>240</out>
<marker><comment></comment><name>On the clip</name><in>60</in><out>-1</out></marker></clipitem></track></video></media>
<timecode>${rate}<string>00:00:00;00</string><frame>0</frame><displayformat>DF</displayformat></timecode>
<marker><comment>Too loud &amp; too long&#13;
next</comment><name></name><in>300</in><out>360</out><pproColor>4281740498</pproColor></marker>
</sequence></children></project></xmeml>`,
    '30000/1001',
  )
  assert.deepEqual([format, dropFrame], ['xmeml', true])
  assert.deepEqual(
    markers.map(({ frame, length, name, note, colour }) => [frame, length, name, note, colour]),
    [
      [300, 60, '', 'Too loud & too long\r\nnext', 'RED'],
      [120, 1, 'On the clip', '', null],
    ],
  )
})

test('Premiere Pro: the rate of the sequence is converted', () => {
  const { markers } = read(
    '<xmeml version="4"><sequence><rate><timebase>50</timebase><ntsc>FALSE</ntsc></rate><marker><name>x</name><comment/><in>100</in><out>-1</out></marker></sequence></xmeml>',
  )
  assert.equal(markers[0]!.frame, 50)
})

test('Premiere Pro: the marker list with commas, other column names and a drop-frame timecode', () => {
  const { markers, dropFrame } = read(
    'Markername,Beschreibung,In,Out,Dauer,Markertyp\r\n"A, B","He said ""no""",00:01:00;02,00:01:00;02,00:00:00;00,Kommentar\r\n',
    '30000/1001',
  )
  assert.equal(dropFrame, true)
  assert.deepEqual(
    markers.map(({ frame, length, name, note }) => [frame, length, name, note]),
    [[1800, 1, 'A, B', 'He said "no"']],
  )
})

test('timecodes with semicolons only are drop-frame; at a rate without drop frames they are not', () => {
  const premiere = 'Marker Name\tDescription\tIn\tOut\tDuration\tMarker Type\n'
  const row = 'A\tx\t00;10;00;00\t00;10;00;00\t00;00;00;00\tComment\n'
  const avid = 'Ann\t00;10;00;00\tV1\tred\tx\t1\n'
  for (const content of [premiere + row, avid]) {
    const dropped = read(content, '30000/1001')
    assert.deepEqual([dropped.dropFrame, dropped.markers[0]!.frame], [true, 17_982])
    const plain = read(content)
    assert.deepEqual([plain.dropFrame, plain.markers[0]!.frame], [false, 15_000])
  }
})

test('EDL: FCM says drop frames where timecodes have colons, and only at rates that have them', () => {
  const edl = `TITLE: x
FCM: DROP FRAME
001  001      V     C        00:10:00:00 00:10:00:01 00:10:00:00 00:10:00:01
x |C:ResolveColorRed |M:Ann |D:1
`
  assert.equal(read(edl, '30000/1001').markers[0]!.frame, 17_982)
  assert.deepEqual([read(edl).dropFrame, read(edl).markers[0]!.frame], [false, 15_000])
})

test('Premiere Pro: a sequence at 12.5 frames per second, which xmeml writes as 13', () => {
  const { markers } = read(
    '<xmeml version="4"><sequence><rate><timebase>13</timebase><ntsc>FALSE</ntsc></rate><marker><name>x</name><comment/><in>100</in><out>-1</out></marker></sequence></xmeml>',
    '25/2',
  )
  assert.equal(markers[0]!.frame, 100)
})

test('the rate of a marker file: of xmeml, FCPXML and OTIO', () => {
  assert.deepEqual(statedRate('xmeml', '<rate>\n<timebase>24</timebase>\n<ntsc>TRUE</ntsc></rate>'), {
    num: 24_000,
    den: 1001,
  })
  assert.deepEqual(statedRate('fcpxml', '<format id="r1" frameDuration="1001/30000s"/>'), {
    num: 30_000,
    den: 1001,
  })
  assert.deepEqual(statedRate('otio', '"rate": 59.94005994005994'), { num: 60_000, den: 1001 })
  assert.deepEqual(statedRate('otio', '"rate":25.0'), { num: 25, den: 1 })
  for (const format of importFormats) assert.equal(statedRate(format, '"rate": 0, <timebase>0'), undefined)
})

test('Final Cut Pro: markers on clips and connected clips, with starts and a timeline that starts at an hour', () => {
  const { markers } = read(`<?xml version="1.0" encoding="UTF-8"?>
<!DOCTYPE fcpxml>
<fcpxml version="1.11"><resources><format id="r1" frameDuration="1/25s"/><asset id="r2" start="36000s" duration="100s"/></resources>
<library><event name="e"><project name="p"><sequence format="r1" tcStart="3600s" tcFormat="NDF"><spine>
<asset-clip ref="r2" offset="3600s" duration="10s"><marker start="36002s" duration="1/25s" value="In the source"/>
  <clip name="above" lane="1" offset="36005s" start="7s" duration="2s"><marker start="8s" duration="1/25s" value="Connected" completed="1" note="done"/></clip>
</asset-clip>
<gap offset="3610s" start="3600s" duration="5s"><chapter-marker start="90025/25s" duration="1/25s" value="Chapter"/></gap>
</spine></sequence></project></event></library></fcpxml>`)
  assert.deepEqual(
    markers
      .map(({ frame, name, note, resolved }) => [frame, name, note, resolved])
      .sort((a, b) => Number(a[0]) - Number(b[0])),
    [
      [50, 'In the source', '', null],
      [150, 'Connected', 'done', true],
      [275, 'Chapter', '', null],
    ],
  )
})

test('OTIO: markers of a stack, a track and a second clip are at their place on the timeline', () => {
  const time = (value: number, rate = 25) => ({ OTIO_SCHEMA: 'RationalTime.1', value, rate })
  const range = (start: number, length: number, rate = 25) => ({
    OTIO_SCHEMA: 'TimeRange.1',
    start_time: time(start, rate),
    duration: time(length, rate),
  })
  const marker = (name: string, at: number, rate = 25) => ({
    ...{ OTIO_SCHEMA: 'Marker.2', name, color: 'GREEN', metadata: {}, comment: 'c' },
    marked_range: range(at, 0, rate),
  })
  const clip = (name: string, start: number, markers: object[] = []) => ({
    ...{ OTIO_SCHEMA: 'Clip.2', name, source_range: range(start, 100), markers, effects: [] },
  })
  const timeline = {
    OTIO_SCHEMA: 'Timeline.1',
    tracks: {
      ...{ OTIO_SCHEMA: 'Stack.1', markers: [marker('stack', 10)] },
      children: [
        {
          ...{ OTIO_SCHEMA: 'Track.1', kind: 'Video', markers: [marker('track', 60, 50)] },
          children: [
            clip('a', 90_000),
            { OTIO_SCHEMA: 'Transition.1', in_offset: time(5), out_offset: time(5) },
            { OTIO_SCHEMA: 'Gap.1', source_range: range(0, 50), markers: [] },
            clip('b', 1000, [marker('clip', 1010)]),
          ],
        },
      ],
    },
  }
  const { markers } = read(JSON.stringify(timeline))
  assert.deepEqual(
    markers.map(({ frame, name, note, colour }) => [frame, name, note, colour]),
    [
      [10, 'stack', 'c', 'GREEN'],
      [30, 'track', 'c', 'GREEN'],
      [160, 'clip', 'c', 'GREEN'],
    ],
  )
})

test('EDL: locators of other programs, and lists with both notations', () => {
  const { markers } = read(`TITLE: x
FCM: NON-DROP FRAME
* LOC: 01:00:01:00 RED     Before
001  AX       V     C        01:00:02:00 01:00:02:01 01:00:02:00 01:00:02:01
 |C:ResolveColorGreen |M:Ann: done |D:1
* LOC: 01:00:02:00 GREEN   Ann: done
002  AX       V     C        01:00:03:00 01:00:04:00 01:00:03:00 01:00:04:00
* FROM CLIP NAME: a.mov
`)
  assert.deepEqual(
    markers.map(({ frame, name, note, colour }) => [frame, name, note, colour]),
    [
      [90_025, '', 'Before', 'RED'],
      [90_050, 'Ann: done', '', 'GREEN'],
    ],
  )
})

test('Media Composer: frames from the start in XML of other programs; lines that are no marker are counted', () => {
  const entry = (name: string, value: string) =>
    `<ListElem><AvProp name="OMFI:ATTB:Name">${name}</AvProp><AvProp name="OMFI:ATTB:StringAttribute">${value}</AvProp></ListElem>`
  const { markers } = read(
    `<Avid:StreamItems xmlns:Avid="http://www.avid.com"><Avid:XMLFileData><AvClass id="ATTR"><List>${entry('_ATN_CRM_TC', '75')}${entry('_ATN_CRM_COM', 'x')}<ListElem/></List></AvClass></Avid:XMLFileData></Avid:StreamItems>`,
  )
  assert.deepEqual([markers[0]!.frame, markers[0]!.absolute, markers[0]!.note], [75, false, 'x'])
  const text = read('A\t01:00:00:00\tV1\tred\ta\t1\r\nnonsense\r\nB\t01:00:00:99\tV1\tred\tb\t1\r\n')
  assert.deepEqual([text.markers.length, text.ignored], [1, 2])
})

test('SRT: periods for commas, no numbers, times just before a frame', () => {
  const { markers } = read(
    '00:00:01.999 --> 00:00:03.000\nline 1\nline 2\n\n00:00:05,039 --> 00:00:05,040\nb',
    '24000/1001',
  )
  assert.deepEqual(
    markers.map(({ frame, length, note }) => [frame, length, note]),
    [
      [47, 24, 'line 1\nline 2'],
      [120, 1, 'b'],
    ],
  )
})

const attacks: Record<string, string> = {
  'an entity': '<!DOCTYPE x [<!ENTITY a "b">]><x>&a;</x>',
  'a billion laughs': `<!DOCTYPE x [<!ENTITY a "${'b'.repeat(1000)}"><!ENTITY c "&a;&a;&a;">]><x>&c;</x>`,
  'an external entity': '<!DOCTYPE x [<!ENTITY a SYSTEM "file:///etc/passwd">]><x>&a;</x>',
  'an unknown entity': '<x>&nbsp;</x>',
  'a surrogate': '<x>&#xd800;</x>',
  'a NUL': '<x>&#0;</x>',
  'a wrong end': '<x><y></x></y>',
  'no end': '<x><y>',
  'two roots': '<x/><y/>',
  'a repeated quote': `<x a="${'"'.repeat(1000)}/>`,
  'an open comment': '<x><!-- ',
  'an open tag': `<x ${'a="b" '.repeat(10)}`,
  'a deep tree': '<x>'.repeat(10_000),
  'no XML': 'hello',
}
for (const [name, source] of Object.entries(attacks)) {
  test(`XML with ${name} is refused`, () => {
    assert.throws(() => readXml(source), ApiError)
  })
}

test('XML with many elements is refused, unless it is an export of Dailies', () => {
  const many = `<x>${'<y/>'.repeat(200_000)}</x>`
  assert.throws(() => readXml(many), ApiError)
  assert.equal(readXml(many, { own: true }).children.length, 200_000)
})

test('XML: quotes, CDATA, comments, instructions, numbers and line ends are read by the standard', () => {
  const root = readXml(
    `\ufeff<?xml version="1.0"?><!-- a --><!DOCTYPE x SYSTEM "y.dtd"><x a='1 > "2"' b="&lt;&#10;&#x1F600;"><![CDATA[<y>&amp;]]>t\r\nu<z/>v</x>`,
  )
  assert.deepEqual(
    [...root.attributes],
    [
      ['a', '1 > "2"'],
      ['b', '<\n😀'],
    ],
  )
  assert.deepEqual([root.text, root.children[0]!.name], ['<y>&amp;t\nuv', 'z'])
})

// A reader that takes quadratic time for one of these would take hours.
test('hostile texts of the greatest size are read or refused by every reader', () => {
  const size = 900_000
  const fill = (part: string) => part.repeat(Math.floor(size / part.length))
  const texts = [
    ...[
      '<',
      '<a>',
      '<a ',
      '<!--',
      '&',
      '&amp;',
      '<a b="',
      '[',
      '{"a":',
      '"',
      '""',
      '\t',
      ',',
      '\n',
      '|C:',
      ' ',
      '* LOC: ',
      '0',
    ],
    ...[
      '01:00:00:00 ',
      '00:00:00,000 --> ',
      '1 2 3 4 5 6 7\n',
      'a: ',
      '{"OTIO_SCHEMA":"Timeline.1","tracks":',
      '<xmeml><sequence>',
    ],
  ].flatMap((part) => [
    fill(part),
    `<xmeml>${fill(part)}`,
    `{"OTIO_SCHEMA":"Timeline.1","tracks":"${fill(part)}`,
  ])
  for (const text of texts) {
    detectFormat(text)
    for (const format of importFormats) {
      try {
        importFormatOf(format).read(text, context)
      } catch (error) {
        assert.ok(error instanceof ApiError, `${format} ${text.slice(0, 40)}: ${error}`)
      }
    }
  }
})

test('FCPXML: nested clips with times that have no common timescale are refused', () => {
  const primes = [999_999_937, 999_999_929, 999_999_893, 999_999_883]
  const open = primes.map((prime) => `<clip offset="1/${prime}s" start="0s" duration="1s">`).join('')
  const leaves = '<clip offset="1/7s" duration="1s"/>'.repeat(20_000)
  const source = `<fcpxml><sequence format="r1"><spine>${open}${leaves}${'</clip>'.repeat(primes.length)}</spine></sequence></fcpxml>`
  assert.throws(() => read(source), ApiError)
})

// A reader that reads a node again at each depth would read four million nodes.
test('OTIO: a deep timeline with many items is read once', () => {
  const item = '{"OTIO_SCHEMA":"Clip.1"}'
  const depth = 48
  const open = '{"OTIO_SCHEMA":"Track.1","children":['.repeat(depth)
  const items = Array.from({ length: 30_000 }, () => item).join(',')
  const source = `{"OTIO_SCHEMA":"Timeline.1","tracks":${open}${items}${']}'.repeat(depth)}}`
  assert.deepEqual(read(source).markers, [])
})

test('OTIO: numbers without sense and a deep timeline are refused or left out', () => {
  const deep = '{"OTIO_SCHEMA":"Stack.1","children":['.repeat(100)
  assert.throws(() => read(`{"OTIO_SCHEMA":"Timeline.1","tracks":${deep}${']}'.repeat(100)}}`), ApiError)
  const marker = (value: string) =>
    `{"OTIO_SCHEMA":"Marker.2","name":"x","marked_range":{"start_time":{"value":${value},"rate":25},"duration":{"value":1,"rate":25}}}`
  const { markers, ignored } = read(
    `{"OTIO_SCHEMA":"Timeline.1","tracks":{"OTIO_SCHEMA":"Stack.1","markers":[${['1e300', '-5', '"7"', '3'].map(marker)}],"children":[]}}`,
  )
  assert.deepEqual([markers.map(({ frame }) => frame), ignored], [[3], 3])
})
