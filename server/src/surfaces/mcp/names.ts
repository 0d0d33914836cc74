// Finds projects and files by what people type: a name, a part of it, or an id. The operations decide what the caller sees.
import { ProtocolError, ProtocolErrorCode } from '@modelcontextprotocol/server'
import type { Caller } from '../../core/access.ts'
import { isPrefixedId, isUuid } from '../../core/ids.ts'
import { getFile, getProject, listProjects, queryFiles, search } from '../../operations/index.ts'
import type { ToolContext } from './tools/define-tool.ts'

export type Named = { id: string; name: string }
export type Found = { items: Named[]; more: boolean }

const nothing: Found = { items: [], more: false }

export type Names = ReturnType<typeof createNames>

/** `call` runs an operation as the caller. */
export function createNames(call: ToolContext['call'], { scopes }: Caller) {
  /** The best matches; without a text, what changed last. Empty without the scope: clients complete names unasked, and that must not fail. */
  async function projects(text: string): Promise<Found> {
    if (!scopes.has('projects:read')) return nothing
    const sort = text === '' ? ({ type: 'activity', direction: 'desc' } as const) : null
    const { data, page } = await call(listProjects, { keyword: text.slice(0, 100), sort })
    return { items: data.map(named), more: page.next !== null }
  }

  /** In a project, or everywhere, where a name takes three characters to be found. */
  async function files(text: string, projectId: string | undefined): Promise<Found> {
    if (!scopes.has('files:read')) return nothing
    if (projectId === undefined)
      return scopes.has('projects:read') && text !== '' ? filesAnywhere(text) : nothing
    const sort = text === '' ? ({ type: 'updatedAt', direction: 'desc' } as const) : null
    const { data, page } = await call(queryFiles, {
      projectId,
      keyword: text.slice(0, 100),
      latest: true,
      sort,
    })
    return { items: data.map(named), more: page.next !== null }
  }

  async function filesAnywhere(text: string): Promise<Found> {
    const { data } = await call(search, { keyword: text.slice(0, 100), kinds: ['FILE'], limit: 50 })
    return { items: (data.files ?? []).map(named), more: data.more.includes('FILE') }
  }

  async function project(text: string): Promise<Named> {
    const projectId = idIn(text)
    if (isUuid(projectId)) return named((await call(getProject, { projectId })).data)
    return only('project', text, (await projects(text)).items)
  }

  async function file(text: string, inProject: string | undefined): Promise<Named> {
    const fileId = idIn(text)
    if (isPrefixedId('FX', fileId)) return named((await call(getFile, { fileId })).data)
    const projectId = inProject === undefined ? undefined : (await project(inProject)).id
    return only('file', text, (await files(text, projectId)).items)
  }

  return { projects, files, project, file }
}

const named = ({ id, name }: Named): Named => ({ id, name })

/** The record with this name, or the only match. */
function only(kind: 'project' | 'file', text: string, items: readonly Named[]): Named {
  const same = items.filter(({ name }) => fold(name) === fold(text))
  const meant = same.length > 0 ? same : items
  if (meant.length === 1) return meant[0]!
  if (meant.length === 0) throw invalid(`You can see no ${kind} with this name.`)
  const shown = meant.slice(0, 10).map((record) => JSON.stringify(withId(record)))
  throw invalid(`Several ${kind}s match. Give one of these: ${shown.join(', ')}.`)
}

/** A name that occurs twice, with its id: each of them can be chosen. */
export const withId = ({ id, name }: Named) => `${name} (${id})`

const idIn = (text: string) => /\(([\w-]+)\)$/.exec(text)?.[1] ?? text

const fold = (text: string) => text.normalize('NFKC').toLowerCase()

export function invalid(message: string): ProtocolError {
  return new ProtocolError(ProtocolErrorCode.InvalidParams, message)
}
