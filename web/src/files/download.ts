import type { FileListItem } from '@dailies/sdk'
import type { Store } from '../data/store.ts'
import { PlainProblem } from '../ui/error-messages.ts'
import { showDone, showProblem } from '../ui/toasts.tsx'
import { count, failureText, inParts } from './bulk.ts'
import { download } from './file-actions.ts'
import type { Selection } from './selection.ts'

export function isDownloadable({ status, mode }: FileListItem): boolean {
  return status === 'UPLOADED' && mode !== 'YOUTUBE'
}

async function downloadOne([file]: readonly FileListItem[]): Promise<undefined> {
  await download(file!.id)
}

/** Downloads one file after the other: the browser asks once whether the page may download several. */
export async function downloadAll(
  files: readonly FileListItem[],
  selection: Store<Selection>,
): Promise<void> {
  const some = files.filter(isDownloadable)
  if (some.length === 0) {
    showProblem(new PlainProblem('None of the selected files can be downloaded.'))
    return
  }
  const report = (done: number) =>
    selection.set({ progress: done < some.length ? `Downloading ${done + 1} of ${some.length}` : null })
  report(0)
  const outcome = await inParts(some, 1, downloadOne, report, 1)
  if (outcome.failed.length > 0) showProblem(new PlainProblem(failureText(outcome, 'downloaded')))
  else {
    const left = files.length - some.length
    showDone(`${count(some)} downloaded${left > 0 ? `; ${left} cannot be downloaded` : ''}`)
  }
}
