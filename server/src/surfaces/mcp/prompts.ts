// Prompts: those that come with the server, and one for each published skill; and the completion of their arguments.
import type { GetPromptResult, McpServer, Prompt } from '@modelcontextprotocol/server'
import type { MethodNeed } from './method-need.ts'
import { type Found, invalid, type Names, withId } from './names.ts'
import { builtInPrompts } from './prompt-texts.ts'
import type { SkillReader } from './skills.ts'

export type PromptOptions = {
  names: Names
  skills: SkillReader
  /** Converts the error of an operation to one for the client. */
  run<T>(work: () => Promise<T>): Promise<T>
}

// Clients list prompts and complete names unasked: without the scopes, they get less, and no challenge.
export const promptNeeds: readonly MethodNeed[] = [
  ['prompts/list', 'listSkills'],
  ['prompts/get', 'getFile'],
  ['completion/complete', 'queryFiles'],
]

/** Slugs of skills have no underscores and the names of the other prompts have one, so they never meet. */
export function attachPrompts({ server }: McpServer, { names, skills, run }: PromptOptions): void {
  server.registerCapabilities({ prompts: { listChanged: false }, completions: {} })
  server.setRequestHandler('prompts/list', () =>
    run(async () => ({ prompts: [...ownPrompts, ...(await skills.published()).map(skillPrompt)] })),
  )
  server.setRequestHandler('prompts/get', ({ params: { name, arguments: given = {} } }) =>
    run(() => (Object.hasOwn(builtInPrompts, name) ? ownPrompt(name, given) : filledSkill(name, given))),
  )
  server.setRequestHandler('completion/complete', ({ params: { ref, argument, context } }) =>
    run(async () => {
      if (ref.type !== 'ref/prompt') return emptyCompletion
      const prompt = builtInPrompts[ref.name]
      if (!prompt?.arguments.some(({ name }) => name === argument.name)) return emptyCompletion
      return completionOf(await candidates(argument, context?.arguments ?? {}))
    }),
  )

  async function ownPrompt(name: string, given: Record<string, string>): Promise<GetPromptResult> {
    const { description, arguments: known, text } = builtInPrompts[name]!
    for (const argument of known)
      if (argument.required && !given[argument.name])
        throw invalid(`The argument ${argument.name} is missing.`)
    const { file, project, skill, since } = given
    const subject = {
      // A file is enough: its project is only needed to find it.
      file: file ? await names.file(file, project || undefined) : undefined,
      project: project && !file ? await names.project(project) : undefined,
      skill: skill ? await skillText(skill) : undefined,
      since: since || undefined,
    }
    return { description, messages: [userText(text(subject))] }
  }

  async function filledSkill(name: string, { request }: Record<string, string>): Promise<GetPromptResult> {
    const text = `Work by this skill of the workspace:\n\n${await skillText(name)}`
    return { messages: [userText(text), ...(request ? [userText(request)] : [])] }
  }

  async function skillText(slug: string): Promise<string> {
    const skill = (await skills.published()).find((published) => published.slug === slug)
    const text = skill && (await skills.textOf(skill))
    if (text === undefined)
      throw invalid(`There is no prompt or published skill ${JSON.stringify(slug)} that you can read.`)
    return text
  }

  async function candidates(
    { name, value }: { name: string; value: string },
    given: Record<string, string>,
  ): Promise<Found> {
    if (name === 'project') return names.projects(value)
    if (name === 'skill') return matchingSkills(value)
    if (name !== 'file') return { items: [], more: false }
    return names.files(value, given.project ? (await names.project(given.project)).id : undefined)
  }

  async function matchingSkills(value: string): Promise<Found> {
    const slugs = (await skills.published()).map(({ id, slug }) => ({ id, name: slug }))
    return { items: slugs.filter(({ name }) => name.includes(value.toLowerCase())), more: false }
  }
}

const ownPrompts: Prompt[] = Object.entries(builtInPrompts).map(
  ([name, { title, description, arguments: known }]) => ({
    ...{ name, title, description },
    arguments: known,
  }),
)

function skillPrompt({
  slug,
  name,
  description,
}: {
  slug: string
  name: string
  description: string
}): Prompt {
  const request = { name: 'request', description: 'What to do with it.', required: false }
  return { name: slug, title: name, description, arguments: [request] }
}

function userText(text: string): GetPromptResult['messages'][number] {
  return { role: 'user', content: { type: 'text', text } }
}

const emptyCompletion = { completion: { values: [] } }

/** The most values that a completion may have. */
const mostValues = 100

function completionOf({ items, more }: Found) {
  const count = new Map<string, number>()
  for (const { name } of items) count.set(name, (count.get(name) ?? 0) + 1)
  const values = items
    .slice(0, mostValues)
    .map((item) => (count.get(item.name)! > 1 ? withId(item) : item.name))
  return { completion: { values, hasMore: more || items.length > mostValues } }
}
