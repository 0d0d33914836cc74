import type { DailiesEvent, ResetEvent } from '@dailies/sdk'
import type { Context } from '../context.ts'
import { usageError } from '../kit/errors.ts'
import { isOn, lastText, type Parsed } from '../kit/flags.ts'
import { oneLine, pad } from '../kit/terminal-text.ts'
import { methodOf } from '../operation-command.ts'
import { jsonText } from '../output/json.ts'
import { fullTime, readTime } from '../output/time.ts'
import { cellText } from '../output/value.ts'

export async function events({ args, values }: Parsed, context: Context): Promise<void> {
  const client = await context.client()
  const { signal } = context.io
  const since = lastText(values, 'since')
  if (since !== undefined && !/^\d{1,15}$/.test(since))
    throw usageError(`--since ${since} is not an event number.`)
  const types = values.get('type')?.map(String)
  const filter = types === undefined ? {} : { types }
  if (!isOn(values, 'follow')) {
    const after = since === undefined ? {} : { after: Number(since) }
    return print(methodOf(client, 'events.list')(args[0], { ...filter, ...after }, { signal }), context)
  }
  const from = since === undefined ? {} : { lastEventId: since }
  const onReady = () => void context.say('Waiting for events. Press Ctrl-C to stop.')
  await print(client.events.subscribe(args[0]!, { ...filter, ...from, signal, onReady }), context)
}

async function print(events: AsyncIterable<DailiesEvent | ResetEvent>, context: Context): Promise<void> {
  for await (const event of events) {
    if (context.json) await context.print(`${jsonText(event)}\n`)
    else if (event.type === 'reset') await context.say('Some events have expired and are missing here.')
    else await context.print(`${eventLine(event, context)}\n`)
  }
}

/** `1042  14:05:12  comment.created  Ann  file=FX…` */
function eventLine(event: DailiesEvent, { style }: Context): string {
  const { number, type, createdAt, actor, data } = event
  const time = readTime(createdAt)
  const shown = Object.entries(data).map(([key, value]) => `${key}=${cellText(key, value)}`)
  return [
    style.dim(oneLine(String(number ?? '')).padStart(6)),
    style.dim(time === undefined ? '' : fullTime(time).slice(0, 16)),
    style.cyan(pad(oneLine(type), 20)),
    oneLine(actor?.name ?? '-'),
    style.dim(oneLine(shown.join(' '))),
  ].join('  ')
}
