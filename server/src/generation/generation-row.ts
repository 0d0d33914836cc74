import type { GenerationRequest, Handle, Model, VideoConfigs } from '../core/provider.ts'
import { fragment, type Sql } from '../core/sql.ts'
import type { Storage } from '../core/storage.ts'
import type { TaskPayloads } from '../queue/tasks.ts'
import { models, videoDefaults } from './models.ts'
import { loadReferences } from './references.ts'

/** One attempt to generate a file, as stored in the payload of its queued task. */
export type Attempt = TaskPayloads['generation']

export type Configs = { [K in keyof VideoConfigs]?: VideoConfigs[K] | null | undefined }

/** A generation that has not ended. */
export type Generation = {
  fileId: string
  state: 'QUEUED' | 'STARTING' | 'RUNNING' | 'FETCHING'
  model: Model
  prompt: string
  configs: Configs | null
  clientReference: string | null
  handle: Handle | null
  tries: number
  /** The deadline has passed. */
  late: boolean
  queuedForADay: boolean
  hasReferences: boolean
}

/** Returns undefined when the attempt has ended or its file was deleted. */
export async function loadGeneration(
  sql: Sql,
  { fileId, attempt }: Attempt,
): Promise<Generation | undefined> {
  const [row] = await sql<GenerationRow>`
    select ${generationColumns} from generations g
    where g.file_id = ${fileId} and g.attempt = ${attempt} and g.state in ('QUEUED', 'STARTING', 'RUNNING', 'FETCHING')`
  return row && toGeneration(row)
}

/** A row of `generationColumns`. */
export type GenerationRow = Omit<Generation, 'model'> & { modelId: string }

/** Of the table `g`. */
export const generationColumns = fragment`
  g.file_id as "fileId", g.state, g.output_model as "modelId", g.prompt, g.configs,
  g.client_reference as "clientReference", g.handle, g.tries, coalesce(g.deadline_at < clock_timestamp(), false) as late,
  g.queued_at < clock_timestamp() - interval '1 day' as "queuedForADay",
  exists (select from generation_references r where r.file_id = g.file_id) as "hasReferences"`

export function toGeneration({ modelId, ...row }: GenerationRow): Generation {
  return { ...row, model: findModel(modelId)! }
}

export function findModel(id: string): Model | undefined {
  return models.find((model) => model.id === id)
}

/** Loads the request in the form that a provider gets. */
export async function loadRequest(
  sql: Sql,
  storage: Storage,
  generation: Generation,
): Promise<GenerationRequest> {
  const { fileId, model, prompt, configs, clientReference } = generation
  const references = generation.hasReferences ? await loadReferences(sql, storage, fileId) : []
  return { model, prompt, references, video: videoConfigs(model, configs), clientReference: clientReference! }
}

/** The settings of a video, with defaults filled in. */
export function videoConfigs({ video }: Model, configs: Configs | null): VideoConfigs | null {
  if (video === null) return null
  const asked = Object.entries(configs ?? {}).filter(([, value]) => value !== null && value !== undefined)
  return { ...videoDefaults(video), ...Object.fromEntries(asked) }
}
