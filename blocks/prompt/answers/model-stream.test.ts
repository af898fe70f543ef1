import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { GuardedFetch } from '#kernel/net/guarded-fetch.ts'
import { noOpenAi, openAiChecker } from '#testing/openai-reference.ts'
import { testModel } from '#testing/test-model.ts'
import type { ModelProvider } from './model-provider.ts'
import { ModelProblem, streamModel } from './model-stream.ts'

const { baseUrl, requests } = await testModel()
const provider = (model: string, maxField: ModelProvider['maxField'] = 'max_tokens'): ModelProvider => ({
  from: 'tenant',
  baseUrl,
  model,
  key: 'sk-test',
  maxField,
  priceIn: null,
  priceOut: null,
  fetch: fetch as unknown as GuardedFetch,
})
const text = {
  system: 'Reply with the word ready.',
  messages: [
    { role: 'user' as const, text: 'Are you there?' },
    { role: 'assistant' as const, text: 'Yes.' },
    { role: 'user' as const, text: 'And now?' },
  ],
}

async function read(stream: ReturnType<typeof streamModel>): Promise<string> {
  let said = ''
  for await (const part of stream) if ('text' in part) said += part.text
  return said
}

test(
  'requests to a model are those of the published API, with either limit',
  { skip: noOpenAi },
  async () => {
    const check = openAiChecker()
    for (const field of ['max_tokens', 'max_completion_tokens'] as const) {
      await read(
        streamModel(provider('sandbox-no-answer', field), text, {
          tokens: 50,
          signal: new AbortController().signal,
        }),
      )
      const { body, misfits } = requests.at(-1)!
      assert.equal(check('CreateChatCompletionRequest', body), '')
      assert.deepEqual(misfits, [])
      assert.equal(body[field], 50)
      assert.equal(body.stream, true)
      assert.deepEqual(
        Object.keys(body).filter((name) => /tool|function/.test(name)),
        [],
      )
    }
  },
)

test('a model that stops in the middle is given up after the silence, and its connection closed', async () => {
  // The first call of a process loads the client, which takes longer than the silence on a busy machine.
  const long = { tokens: 50, signal: new AbortController().signal }
  await read(streamModel(provider('sandbox-quote'), text, long))
  const started = performance.now()
  let said = ''
  const stream = streamModel(provider('sandbox-hang'), text, { ...long, silenceMs: 1500, totalMs: 60_000 })
  await assert.rejects(
    async () => {
      for await (const part of stream) if ('text' in part) said += part.text
    },
    (error) => error instanceof ModelProblem && error.problem === 'model_slow' && error.isCharged,
  )
  assert.equal(said, 'This is the beginnin')
  assert.ok(performance.now() - started < 30_000, 'long before the limit of the whole answer')
  const request = requests.at(-1)!
  for (let tries = 0; request.state === 'running' && tries < 100; tries++)
    await new Promise((resolve) => setTimeout(resolve, 50))
  assert.equal(request.state, 'left')
})

test('a model that writes without end is given up after the whole time', async () => {
  await assert.rejects(
    read(
      streamModel(provider('sandbox-slow'), text, {
        tokens: 4000,
        signal: new AbortController().signal,
        silenceMs: 60_000,
        totalMs: 1500,
      }),
    ),
    (error) => error instanceof ModelProblem && error.problem === 'model_slow',
  )
})
