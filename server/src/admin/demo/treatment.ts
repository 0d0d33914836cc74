/** The director's treatment of the film: a document to comment on. */
export const treatment = {
  title: 'Night Harbour: treatment',
  description: 'A demo document of Dailies.',
  keywords: ['demo'],
  banner: null,
  markdown: `# Night Harbour

**Treatment and shot list.** Third draft, for the director’s review.

Every night the keeper lights the lamp, and every night the same boat comes home. Tonight it does not. *Night Harbour* is a
short film of twelve minutes about waiting, told almost without words, between the last light of one day and the first of the
next.

## The look

- One direction of light at a time: first the sun, then the lamp, then the moon.
- The horizon stays where it is. What moves is the water, and what comes over it.
- Warm means somebody is there. Cold means nobody is.

> “If you can hear the sea in it, the picture is right.”

## Scene 12: the boat

The keeper has gone up for the last time. We stay outside, far away and still. The lamp turns twice before we see the sail.
Nobody says anything, and nothing is cut until the boat has passed through the light of the moon.

## Shot list

| Shot | What we see | Lens | Frames | State |
|---|---|---|---|---|
| 010 | The lamp room, hands on the switch | 50 mm | 96 | approved |
| 020 | The first turn of the light over the roofs | 35 mm | 120 | approved |
| 030 | The keeper at the rail, from behind | 85 mm | 72 | needs a retake |
| 040 | The harbour, and the boat that comes home | 24 mm | 144 | in review |
| 050 | The rope, thrown and caught |  | 48 | not shot yet |

## The poster

![The poster](poster.png)

It hangs in the foyer from September on. The title stays as it is in all languages; the line at the foot is set anew for each.

## Sound

No music before the boat is seen. Until then there is the sea, the gear of the lamp, and once a door. The chord that comes with
the sail is held by three voices, and it is the only one in the film.
`,
}
