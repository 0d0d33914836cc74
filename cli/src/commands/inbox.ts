// `dailies inbox`: what waits for the signed-in person, a table for each section.
import type { Inbox } from '@dailies/sdk'
import type { Context } from '../context.ts'
import { type Column, tableText } from '../kit/table.ts'
import { oneLine } from '../kit/terminal-text.ts'
import { dueInWords, readTime, shortTime } from '../output/time.ts'

type Section = { title: string; total: number; shown: number; columns: Column[] }

export async function inbox(context: Context): Promise<void> {
  const client = await context.client()
  const found = await client.inbox.get({ signal: context.io.signal })
  if (context.json) return context.printJson(found)
  const { style, columns: terminalWidth } = context
  const sections = sectionsOf(found, new Date()).filter(({ total }) => total > 0)
  const texts = sections.map(({ title, total, shown, columns }) => {
    const count = total > shown ? `${shown} of ${total >= 100 ? '100 or more' : total}` : String(total)
    return `${style.bold(`${title} (${count})`)}\n${tableText(columns, { style, terminalWidth })}`
  })
  const isDone = sections.every(({ title }) => title === recent)
  await context.print([...(isDone ? ['Nothing waits for you.\n'] : []), ...texts].join('\n'))
}

const recent = 'Recent projects'

function sectionsOf({ reviews, mentions, uploads, generations, projects }: Inbox, now: Date): Section[] {
  return [
    section('Waiting for your verdict', reviews, ({ version, project, requestedBy, dueAt, message }) => ({
      DUE: { text: dueText(dueAt, now), fixed: true },
      REVIEW: { text: version.name },
      PROJECT: { text: project.name },
      'ASKED BY': { text: requestedBy?.name ?? '-' },
      VERSION: { text: version.id, fixed: true },
      MESSAGE: { text: message ?? '' },
    })),
    section('Mentions', mentions, ({ author, comment, file, project, createdAt }) => ({
      WHEN: { text: timeText(createdAt), fixed: true },
      FROM: { text: author?.name ?? '-' },
      ON: { text: file?.name ?? project.name },
      TEXT: { text: comment.excerpt ?? '' },
      COMMENT: { text: comment.id, fixed: true },
    })),
    section('Unanswered notes on your uploads', uploads, ({ unanswered, file, newest, author, project }) => ({
      NOTES: { text: String(unanswered), fixed: true },
      FILE: { text: file.name },
      PROJECT: { text: project.name },
      NEWEST: { text: `${author?.name ?? '-'}: ${newest.excerpt ?? ''}` },
      ID: { text: file.id, fixed: true },
    })),
    section('Generations', generations, ({ file, project, state, progress, outputModel }) => ({
      STATE: { text: progress === null ? state : `${state} ${Math.floor(progress * 100)}%`, fixed: true },
      FILE: { text: file.name },
      PROJECT: { text: project.name },
      MODEL: { text: outputModel },
      ID: { text: file.id, fixed: true },
    })),
    section(recent, { total: projects.length, items: projects }, ({ id, name, lastActivityAt }) => ({
      ID: { text: id, fixed: true },
      NAME: { text: name },
      'LAST ACTIVITY': { text: timeText(lastActivityAt), fixed: true },
    })),
  ]
}

type Cell = { text: string; fixed?: true }

/** The section is null when the credential may not read comments. */
function section<Item>(
  title: string,
  found: { total: number; items: readonly Item[] } | null,
  cellsOf: (item: Item) => Record<string, Cell>,
): Section {
  const rows = found?.items.map(cellsOf) ?? []
  const columns = Object.keys(rows[0] ?? {}).map((heading) => ({
    heading,
    cells: rows.map((row) => oneLine(row[heading]!.text)),
    fixed: rows[0]![heading]!.fixed === true,
  }))
  return { title, total: found?.total ?? 0, shown: rows.length, columns }
}

function dueText(dueAt: string | null, now: Date): string {
  const time = readTime(dueAt)
  return time === undefined ? '-' : dueInWords(time, now)
}

function timeText(value: string): string {
  const time = readTime(value)
  return time === undefined ? '-' : shortTime(time)
}
