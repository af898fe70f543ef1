// What the stand-in takes and sends, compared with the published description of the API: what it accepts must be a request, what it sends a chunk.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { noOpenAi, openAiChecker } from '#testing/openai-reference.ts'
import { BEHAVIORS } from './behaviors.ts'
import { openModel } from './model.ts'
import { checkChat } from './request-contract.ts'

const messages = [
  { role: 'system', content: 'Reply briefly.' },
  { role: 'user', content: 'When are you open?' },
  { role: 'assistant', content: 'On Sundays.' },
  { role: 'user', content: 'And today?' },
]
const request = {
  model: 'sandbox-quote',
  messages,
  stream: true,
  stream_options: { include_usage: true },
  max_tokens: 800,
}

test('what the stand-in accepts is a request of the published API', { skip: noOpenAi }, () => {
  const check = openAiChecker()
  const { max_tokens: _, ...rest } = request
  const accepted: object[] = [
    request,
    { ...rest, max_completion_tokens: 800 },
    { ...request, temperature: 0.5, top_p: 1, user: 'visitor' },
    { model: 'sandbox-quote', messages },
  ]
  for (const body of accepted) {
    assert.deepEqual(checkChat(body), [], JSON.stringify(body))
    assert.equal(check('CreateChatCompletionRequest', body), '', JSON.stringify(body))
  }
})

test('what the published API refuses, the stand-in refuses, too', { skip: noOpenAi }, () => {
  const check = openAiChecker()
  const refused: object[] = [
    { messages },
    { model: 'sandbox-quote' },
    { ...request, messages: [] },
    { ...request, messages: 'Hello' },
    { ...request, messages: [{ role: 'visitor', content: 'Hello' }] },
    { ...request, stream: 'yes' },
    { ...request, temperature: 3 },
    { ...request, max_tokens: 'many' },
    { ...request, stream_options: { include_usage: 1 } },
  ]
  for (const body of refused) {
    assert.notEqual(check('CreateChatCompletionRequest', body), '', `published: ${JSON.stringify(body)}`)
    assert.notEqual(checkChat(body).length, 0, `stand-in: ${JSON.stringify(body)}`)
  }
})

test('each complete stream of the stand-in is one of the published API', { skip: noOpenAi }, async () => {
  const check = openAiChecker()
  const complete = Object.entries(BEHAVIORS).filter(
    ([name, { status, garbage, hangsAfter, cutAfter }]) =>
      !status &&
      garbage === undefined &&
      hangsAfter === undefined &&
      cutAfter === undefined &&
      name !== 'sandbox-slow',
  )
  assert.ok(complete.length >= 5)
  const { app } = openModel()
  for (const [model] of complete) {
    const response = await app.request('/model/v1/chat/completions', {
      method: 'POST',
      headers: { authorization: 'Bearer key', 'content-type': 'application/json' },
      body: JSON.stringify({ ...request, model }),
    })
    assert.equal(response.status, 200, model)
    const lines = (await response.text()).split('\n\n').filter(Boolean)
    assert.equal(lines.at(-1), 'data: [DONE]', model)
    // The same chunk with other text is not checked again.
    const kinds = new Map(
      lines
        .slice(0, -1)
        .map((line): [string, string] => [line.replace(/"content":"(?:[^"\\]|\\.)+"/, ''), line]),
    )
    for (const line of kinds.values())
      assert.equal(
        check('CreateChatCompletionStreamResponse', JSON.parse(line.slice(6))),
        '',
        `${model}: ${line.slice(0, 300)}`,
      )
  }
})
