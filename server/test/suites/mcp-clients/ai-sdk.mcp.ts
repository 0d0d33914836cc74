// The AI SDK: what its tools return, and what it then sends to a model.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { installPackages } from '../../helpers/on-request-packages.ts'
import {
  clientsFolder,
  imageNotice,
  notice,
  projectName,
  refusal,
  startClientWorld,
  type ToolCall,
} from './client-world.ts'

const { load } = await installPackages(clientsFolder)
const { createMCPClient } = await load('@ai-sdk/mcp')
const { generateText, isStepCount } = await load('ai')
const { MockLanguageModelV4 } = await load('ai/test')
const { mcpUrl, key, toolNames, read, refused, look, image } = await startClientWorld()

/** Returns the tools and the results of the calls as a model of the AI SDK receives them. */
async function converse(calls: readonly ToolCall[]) {
  const headers = { Authorization: `Bearer ${key}` }
  const client = await createMCPClient({ transport: { type: 'http', url: mcpUrl, headers } })
  // biome-ignore lint/suspicious/noExplicitAny: the types of the package are not known here
  const prompts: any[] = []
  const model = new MockLanguageModelV4({
    // biome-ignore lint/suspicious/noExplicitAny: as above
    doGenerate: async (options: any) => {
      const call = calls[prompts.push(options) - 1]
      const content = call
        ? {
            type: 'tool-call',
            toolCallId: `call_${prompts.length}`,
            toolName: call.name,
            input: JSON.stringify(call.arguments),
          }
        : { type: 'text', text: 'Done.' }
      const tokens = { total: 1, noCache: 1, cacheRead: 0, cacheWrite: 0, text: 1, reasoning: 0 }
      return {
        content: [content],
        finishReason: { unified: call ? 'tool-calls' : 'stop', raw: undefined },
        usage: { inputTokens: tokens, outputTokens: tokens },
        warnings: [],
      }
    },
  })
  try {
    const tools = await client.tools()
    const prompt = 'Follow the script.'
    await generateText({ model, tools, prompt, stopWhen: isStepCount(calls.length + 1) })
  } finally {
    await client.close()
  }
  const last = prompts.at(-1)
  // biome-ignore lint/suspicious/noExplicitAny: as above
  const results = last.prompt.filter((message: any) => message.role === 'tool')
  // biome-ignore lint/suspicious/noExplicitAny: as above
  return { tools: last.tools, results: results.map((message: any) => message.content[0].output) }
}

test('AI SDK: the model gets all tools, the notice, a readable error and an image', async () => {
  const { tools, results } = await converse([read, refused, look])
  assert.deepEqual(
    tools.map(({ name }: { name: string }) => name),
    toolNames,
  )
  const [list, error, view] = results.map((output: object) => JSON.stringify(output))
  assert.match(list, notice)
  assert.ok(list.includes(projectName))
  assert.match(error.replaceAll('\\', ''), refusal)
  assert.ok(view.includes(image.data))
  assert.match(view, /"image\/jpeg"/)
  assert.match(view, imageNotice)
})
