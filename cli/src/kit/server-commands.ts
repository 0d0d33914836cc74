import type { Row } from './help-page.ts'

/** The commands of the server. `dailies` hands them on to server/src/main.ts where the server is installed. */
export const serverCommands: readonly Row[] = [
  ['all', 'Run the API and the jobs in one process'],
  ['serve', 'Run the API only'],
  ['worker', 'Run the background work only'],
  ['migrate', 'Migrate the database to the current schema, then exit'],
  ['admin', 'Manage workspaces, users, API keys, previews, backup and restore'],
]
