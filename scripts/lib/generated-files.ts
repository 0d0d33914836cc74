// Every generated file: spec/ with the marker files, the generated folders of sdk/, cli/ and web/, the checksums of migrations and the coverage
// of the API reference. spec/access.txt is not generated: it is written by hand.
import { listMigrations } from '../../server/src/database/migrate.ts'
import { operations } from '../../server/src/service.ts'
import { defaultTools } from '../../server/src/surfaces/mcp/tools/catalogue.ts'
import { openapiDocument } from '../../server/src/surfaces/openapi/document.ts'
import { commandsFile, commandsPath } from './generate-cli.ts'
import { emojiFile, emojiPath } from './generate-emoji.ts'
import { eventGuide, eventGuidePath } from './generate-event-guide.ts'
import { markerFiles } from './generate-markers.ts'
import { ruleGuide, ruleGuidePath } from './generate-rule-guide.ts'
import { sdkFiles, sdkUnions } from './generate-sdk.ts'
import { webFiles } from './generate-web.ts'
import { checksumsFile, checksumsPath, landedChecksums } from './migration-checksums.ts'
import { operationsTable } from './operations-table.ts'
import { coverageFile, coveragePath } from './reference-coverage.ts'
import { formatSource, root } from './repository.ts'

/** Maps each path, relative to the root of the repository, to its content. */
export function generatedFiles(): Map<string, string> {
  const openapi = openapiDocument(operations, 'http://localhost:8080')
  const sources = new Map([
    [commandsPath, commandsFile(operations, sdkUnions(operations))],
    ...sdkFiles(operations),
    ...webFiles(),
  ])
  return new Map([
    ['spec/openapi.json', `${JSON.stringify(openapi, null, 2)}\n`],
    ['spec/operations.txt', operationsTable(operations)],
    ['spec/tools.json', `${JSON.stringify(defaultTools(operations), null, 2)}\n`],
    [checksumsPath, checksumsFile(listMigrations(), landedChecksums(root))],
    [coveragePath, coverageFile(root)],
    [eventGuidePath, eventGuide(root)],
    [ruleGuidePath, ruleGuide(root)],
    [emojiPath, emojiFile()],
    ...markerFiles(),
    ...[...sources].map(([path, source]) => [path, formatSource(path, source)] as const),
  ])
}
