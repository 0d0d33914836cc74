// The progress of a transfer or a generation: a bar on a terminal, otherwise lines.
import type { Context } from '../context.ts'
import { cut, oneLine, pad, width } from '../kit/terminal-text.ts'
import { byteSize, duration } from './time.ts'

export type Progress = {
  /** `done` counts bytes, or goes from 0 to 1 when the total is unknown. */
  update(done: number): void
  /** Shows a text on the same line, such as a state. */
  note(text: string): void
  /** Draws the final state and ends the line. */
  end(): Promise<void>
}

const redrawMs = 100
const minimumBar = 8
const figureColumns = 40
/** The rate is measured over this window, so that it follows changes of the connection speed. */
const rateWindowMs = 5_000

export function startProgress({ io, say }: Context, title: string, of?: number): Progress {
  const { stderr } = io
  return stderr.isTerminal ? bar(stderr, oneLine(title), of) : lines(say, oneLine(title), of)
}

function bar(stderr: Context['io']['stderr'], title: string, of: number | undefined): Progress {
  const started = Date.now()
  const samples: [time: number, done: number][] = [[started, 0]]
  let done = 0
  let noted = ''
  let drawnAt = 0
  const draw = (text: string) => stderr.write(`\r\x1b[2K${text}`)
  const redraw = () => {
    drawnAt = Date.now()
    return draw(barLine(title, { done, of, noted, samples }, stderr.columns()))
  }
  return {
    update(value) {
      done = value
      const now = Date.now()
      samples.push([now, value])
      while (samples.length > 2 && samples[1]![0] < now - rateWindowMs) samples.shift()
      if (now - drawnAt >= redrawMs) void redraw()
    },
    note(text) {
      noted = text
      void redraw()
    },
    async end() {
      await redraw()
      await stderr.write('\n')
    },
  }
}

type State = { done: number; of: number | undefined; noted: string; samples: [time: number, done: number][] }

export function barLine(title: string, { done, of, noted, samples }: State, columns: number): string {
  const part = of === 0 ? 1 : Math.min(1, done / (of ?? 1))
  const percent = `${String(Math.floor(part * 100)).padStart(3)}%`
  const figures = of === undefined ? noted : transferFigures(done, of, samples)
  const lineColumns = columns - 1
  const name = cut(title, Math.max(10, Math.floor(lineColumns / 4)))
  // Reserve space for the longest figures, so that the bar keeps its length.
  const space = lineColumns - width(name) - width(percent) - Math.max(figureColumns, width(figures)) - 7
  const drawnBar = space >= minimumBar ? ` [${filled(part, Math.min(30, space))}]` : ''
  return cut(`${name}${drawnBar} ${percent}  ${figures}`.trimEnd(), lineColumns)
}

function filled(part: number, columns: number): string {
  return pad('█'.repeat(Math.round(part * columns)), columns).replaceAll(' ', '░')
}

function transferFigures(done: number, of: number, samples: State['samples']): string {
  const [firstTime, firstDone] = samples[0]!
  const [lastTime, lastDone] = samples.at(-1)!
  const rate = lastTime > firstTime ? ((lastDone - firstDone) / (lastTime - firstTime)) * 1000 : 0
  const amount = done >= of ? byteSize(of) : `${byteSize(done)} of ${byteSize(of)}`
  if (rate <= 0) return amount
  return `${amount}  ${byteSize(rate)}/s${done >= of ? '' : `  ${duration((of - done) / rate)} left`}`
}

/** Prints a line for each quarter and for each note. */
function lines(say: Context['say'], title: string, of: number | undefined): Progress {
  let quarters = 0
  let noted = ''
  return {
    update(done) {
      const reached = Math.floor((done / (of ?? 1)) * 4)
      if (reached <= quarters || reached >= 4) return
      quarters = reached
      void say(`${title}: ${reached * 25}%`)
    },
    note(text) {
      if (text !== noted) void say(`${title}: ${text}`)
      noted = text
    },
    end: async () => {},
  }
}
