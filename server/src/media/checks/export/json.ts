// The results as JSON, with timecodes.
import { type CheckedFile, countsOf, placeOf, type Timing } from './checked-file.ts'

export function checksJson(files: readonly CheckedFile[]): object {
  return { layout: 'dailies-checks-1', files: files.map(fileJson) }
}

function fileJson({ timing, findings, ...file }: CheckedFile): object {
  return {
    ...file,
    frameRate: timing && rateText(timing),
    counts: countsOf({ findings }),
    findings: findings.map((finding) => {
      const place = placeOf(finding, timing)
      return { ...finding, first: place?.first ?? null, last: place?.last ?? null }
    }),
  }
}

function rateText({ rate: { num, den } }: Timing): string {
  return den === 1 ? String(num) : `${num}/${den}`
}
