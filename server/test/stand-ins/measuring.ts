import { existsSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import type { MeasureFile } from '../../src/media/checks/run-checks.ts'

/** Measures nothing: waits while the folder has a file `hold-measure`, and then reports the facts of the probe alone. */
export function gatedMeasure(gates: string): MeasureFile {
  return async ({ signal, report }, info) => {
    report(0.5)
    writeFileSync(join(gates, 'at-measure'), '')
    while (existsSync(join(gates, 'hold-measure'))) await pause(20, undefined, { signal })
    return {
      ...{ info, rate: null, video: null, audio: null, gaps: [], audioOffset: null },
      ...{ starts: null, fields: null, measuredSeconds: null },
      faults: { errors: 0, damaged: [], missingEnd: null },
    }
  }
}
