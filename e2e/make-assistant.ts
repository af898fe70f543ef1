// An assistant of a tenant with the sandbox's model, made with the calls of the Studio.
import assert from 'node:assert/strict'
import {
  createAssistant,
  createSource,
  listSources,
  saveProvider,
  saveTests,
  runTests,
} from '#blocks/prompt/endpoints-studio.ts'
import { starterAssistant } from '#blocks/prompt/studio/starter-assistant.ts'
import { createCaller } from '#kernel/browser/call.ts'
import type { Keys } from './api.ts'

const EVERYONE = { any: [{ kind: 'everyone' as const }] }
/** Time in milliseconds for the job that reads a source. */
const MOST_MS = 60_000

export interface MadeAssistant {
  id: string
  /** Answers come from another model of the sandbox from now on (`sandbox/model/behaviors.ts`). */
  setModel: (name: string) => Promise<unknown>
}

export interface AssistantMaker {
  keys: Pick<Keys, 'url' | 'anonKey'>
  accessToken: string
  tenantId: string
  sandboxUrl: string
  name: string
  answers: { question: string; answer: string }[]
  /** Also makes and runs a test set of the questions, and one that must be refused. */
  isTested?: boolean
}

/** Connects the sandbox's model, and makes an assistant that knows these answers. */
export async function makeAssistant(made: AssistantMaker): Promise<MadeAssistant> {
  const { keys, accessToken, tenantId, sandboxUrl, name, answers } = made
  const call = createCaller({
    url: `${keys.url}/functions/v1`,
    apiKey: keys.anonKey,
    accessToken: async () => accessToken,
  })
  const setModel = (model: string) =>
    call(saveProvider, {
      tenantId,
      provider: {
        base_url: `${sandboxUrl}/model/v1`,
        model,
        key: 'sk-sandbox',
        price_in: 400_000,
        price_out: 1_600_000,
        max_field: 'max_tokens',
      },
    })
  await setModel('sandbox-quote')
  const { id } = await call(createAssistant, {
    tenantId,
    assistant: {
      ...starterAssistant(name),
      name,
      greeting: 'Hello! I know our opening hours, breads and courses.',
      suggestions: answers.slice(0, 2).map(({ question }) => question),
    },
  })
  const source = await call(createSource, {
    tenantId,
    assistantId: id,
    source: {
      title: 'Questions at the counter',
      kind: 'answers',
      design: { answers },
      audience: EVERYONE,
      sync_days: null,
    },
  })
  const end = Date.now() + MOST_MS
  for (;;) {
    const { sources } = await call(listSources, { tenantId, assistantId: id })
    if (sources.every(({ state }) => state === 'ready')) break
    assert.ok(Date.now() < end, `not read: ${JSON.stringify(sources)}`)
    await new Promise((resolve) => setTimeout(resolve, 200))
  }
  if (made.isTested) {
    const tests = [
      ...answers.map(({ question }) => ({ question, must: 'cite' as const, sources: [source.id] })),
      { question: 'Who won the chess championship?', must: 'refuse' as const, sources: [] },
    ]
    await call(saveTests, { tenantId, assistantId: id, tests })
    await call(runTests, { tenantId, assistantId: id })
  }
  return { id, setModel }
}
