import assert from 'node:assert/strict'
import { indexSource } from '#blocks/prompt/knowledge/index-source.ts'
import type {
  GivenAssistant,
  GivenSource,
  StaffAssistant,
  StaffSource,
} from '#blocks/prompt/endpoints-studio.ts'
import { givePlan, makeTenant } from './factories.ts'
import { functionCall } from './function-call.ts'
import { testApp } from './test-app.ts'
import { testModel } from './test-model.ts'
import { signUp } from './test-users.ts'

export const EVERYONE = { any: [{ kind: 'everyone' as const }] }

const ASSISTANT: GivenAssistant = {
  name: 'Ask the bakery',
  language: 'en',
  greeting: 'Hello',
  suggestions: ['When are you open?'],
  instructions: null,
  only_sources: true,
  refusal: '',
  audience: EVERYONE,
  is_on: true,
  hand_over: { kind: 'email' },
  keep_days: 30,
  limits: {
    visitor_questions: 10_000,
    member_questions: 10_000,
    day_tokens: 100_000_000,
    month_tokens: 1_000_000_000,
    answer_tokens: 800,
  },
}

/** A server with a tenant of a plan, an assistant and the sandbox's model. */
export async function promptSite({
  plan = 'pro',
  env = {},
}: { plan?: 'pro' | 'business'; env?: Record<string, string> } = {}) {
  const model = await testModel()
  const app = await testApp({
    env: {
      AUTH_LIMIT_FACTOR: '1000',
      ...env,
      OUTBOUND_ALLOW: [model.origin, env['OUTBOUND_ALLOW']].filter(Boolean).join(','),
    },
  })
  const owner = await signUp(app, app.anonKey)
  await givePlan(app.database, owner.user.id, plan)
  const shop = await makeTenant(app.database, { owner: owner.user.id })
  const mara = functionCall(app, app.anonKey, owner.access_token)
  const sql = (text: string, ...values: unknown[]) => app.owner.query(text, values)

  async function make<T>(path: string, body: object, method = 'POST'): Promise<T> {
    const made = await mara(method, `/prompt/${shop.id}/${path}`, body)
    assert.equal(made.status, 200, JSON.stringify(made.body))
    return made.body as T
  }
  const assistant = await make<StaffAssistant>('assistants', { assistant: ASSISTANT })

  return {
    app,
    model,
    owner,
    shop,
    mara,
    sql,
    make,
    assistant,
    given: ASSISTANT,
    /** A visitor without an account. */
    guest: functionCall(app, shop.public_key),
    /** Answers of the tenant come from this model of the sandbox from now on. */
    useModel: (name: string, more: object = {}) =>
      make(
        'provider',
        {
          provider: {
            base_url: model.baseUrl,
            model: name,
            key: 'sk-test-canary-key',
            price_in: 150_000,
            price_out: 600_000,
            max_field: 'max_tokens',
            ...more,
          },
        },
        'PUT',
      ),
    /** Changes what the assistant may. */
    async change(more: Partial<GivenAssistant>) {
      const { revision } = (await mara('GET', `/prompt/${shop.id}/assistants`)).body
        .assistants[0] as StaffAssistant
      return make(`assistants/${assistant.id}`, { revision, assistant: { ...ASSISTANT, ...more } }, 'PUT')
    },
    /** Adds a source and reads it. */
    async addSource(
      source: Partial<GivenSource> & Pick<GivenSource, 'kind' | 'design'>,
    ): Promise<StaffSource> {
      const audience = ['table', 'library', 'events'].includes(source.kind) ? null : EVERYONE
      const made = await make<StaffSource>(`assistants/${assistant.id}/sources`, {
        source: { title: 'Source', audience, sync_days: null, ...source },
      })
      await indexSource(app.kernel, { tenant: shop.id, source: made.id })
      return made
    },
    answers: (...pairs: [question: string, answer: string][]) => ({
      kind: 'answers' as const,
      design: { answers: pairs.map(([question, answer]) => ({ question, answer })) },
    }),
  }
}

export type PromptSite = Awaited<ReturnType<typeof promptSite>>

/** The events of a response (text/event-stream). */
export async function eventsIn(response: Response): Promise<{ event: string; data: never }[]> {
  const text = await response.text()
  return text
    .split('\n\n')
    .filter((block) => block.includes('data: '))
    .map((block) => ({
      event: /^event: (.*)$/m.exec(block)?.[1] ?? 'message',
      data: JSON.parse(/^data: (.*)$/m.exec(block)![1]!) as never,
    }))
}
