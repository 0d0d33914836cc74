import { z } from 'zod'
import manifest from '../../../package.json' with { type: 'json' }
import type { CheckedFile } from '../../media/checks/export/checked-file.ts'
import {
  type CheckFormat,
  checkFormats,
  checkMimeTypes,
  checksExportName,
  renderChecks,
} from '../../media/checks/export/export-checks.ts'

export const exportFormat = z
  .enum(checkFormats)
  .default('junit')
  .describe(
    'junit: JUnit XML, a test suite for each file and a test case for each rule. sarif: SARIF 2.1.0. json: the results with timecodes.',
  )

export const ChecksExport = z.object({
  name: z.string().describe('Name of the exported file.'),
  mimeType: z.string(),
  content: z.string().describe('The export.'),
})

export function exportAnswer(name: string, format: CheckFormat, files: readonly CheckedFile[]) {
  return {
    name: checksExportName(name, format),
    mimeType: checkMimeTypes[format],
    content: renderChecks(files, format, manifest.version),
  }
}
