// Questions and answers: sources, citations, refusals, failures of the model, and what each is charged.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { eventually } from '#testing/eventually.ts'
import { functionCall } from '#testing/function-call.ts'
import { eventsIn, promptSite } from '#testing/prompt-site.ts'
import { latestEmailTo, signUp } from '#testing/test-users.ts'

const site = await promptSite()
const { app, model, shop, guest, mara, sql } = site
const HOURS = 'The bakery is open on Sundays from eight to twelve. Bread can be ordered by telephone.'
await site.addSource({
  ...site.answers(['Opening hours', HOURS], ['Nuts', 'Our walnut loaf contains walnuts.']),
  title: 'Answers',
})
const ask = async (question: string, more: object = {}) =>
  guest('POST', '/prompt-questions', { question, ...more })
const meter = async () =>
  (
    await sql(
      "select questions, reserved::int, tokens_in::int, tokens_out::int, cost::int, refused, failed from app.prompt_meters where tenant_id = $1 and scope = 'day'",
      shop.id,
    )
  ).rows[0] as {
    questions: number
    reserved: number
    tokens_in: number
    tokens_out: number
    cost: number
    failed: number
  }
const stream = (question: string, signal?: AbortSignal) =>
  app.request('/functions/v1/prompt-questions', {
    method: 'POST',
    headers: {
      apikey: shop.public_key,
      authorization: `Bearer ${shop.public_key}`,
      'content-type': 'application/json',
    },
    body: JSON.stringify({ question, stream: true }),
    ...(signal && { signal }),
  })

test('[peers I3] without a model, the answer is the matching passages, word for word', async () => {
  const { status, body } = await ask('When is the bakery open on Sunday?')
  assert.equal(status, 200, JSON.stringify(body))
  assert.equal(body.state, 'passages')
  assert.ok(body.answer.includes(HOURS))
  assert.equal(body.citations[0].title, 'Opening hours')
  assert.equal((await guest('GET', '/prompt-assistant')).body.has_model, false)
  assert.equal(model.requests.length, 0)
})

test('[peers I4] a question that the sources do not answer is refused, and no model is called', async () => {
  await site.useModel('sandbox-echo')
  const { body } = await ask('Who won the football championship in Brazil?')
  assert.equal(body.state, 'refused')
  assert.deepEqual(body.citations, [])
  assert.equal(model.requests.length, 0)
  await site.change({ refusal: 'Please call us.' })
  assert.equal((await ask('How tall is mount Everest?')).body.answer, 'Please call us.')
  await site.change({})
})

test('[peers I3] [peers I9] an answer is streamed, cites passages by number, and each can be opened', async () => {
  await site.useModel('sandbox-quote')
  const before = await meter()
  const response = await stream('When is the bakery open on Sunday?')
  assert.equal(response.headers.get('content-type'), 'text/event-stream')
  const events = await eventsIn(response)
  assert.deepEqual([events[0]!.event, events.at(-1)!.event], ['start', 'done'])
  assert.ok(events.filter(({ event }) => event === 'token').length > 1)
  const { conversation, secret, message } = events[0]!.data as Record<string, string>
  const done = events.at(-1)!.data as {
    state: string
    answer: string
    citations: { number: number; title: string }[]
  }
  assert.equal(done.state, 'answered')
  assert.match(done.answer, /eight to twelve\. \[1\]/)
  assert.equal(done.citations[0]!.title, 'Opening hours')
  const source = await guest('GET', `/prompt-messages/${message}/sources/1?secret=${secret}`)
  assert.deepEqual(source.body, { title: 'Opening hours', text: HOURS })
  for (const path of [
    `/prompt-messages/${message}/sources/1`,
    `/prompt-messages/${message}/sources/9?secret=${secret}`,
  ])
    assert.equal((await guest('GET', path)).status, 404)
  const after = await meter()
  assert.equal(after.reserved, 0)
  assert.ok(after.tokens_in > before.tokens_in && after.tokens_out > before.tokens_out && after.cost > 0)
  assert.equal(
    (await guest('GET', `/prompt-conversations/${conversation}?secret=${secret}`)).body.messages.length,
    1,
  )
})

test('[N01] what the model is sent keeps to its contract, with the key in one header alone', async () => {
  assert.ok(model.requests.length > 0)
  assert.deepEqual(
    model.requests.flatMap(({ misfits }) => misfits),
    [],
  )
  for (const { body, authorization } of model.requests) {
    assert.equal(authorization, 'Bearer sk-test-canary-key')
    assert.ok(!JSON.stringify(body).includes('canary-key'))
    assert.equal(body.max_tokens, 800)
    assert.equal(body.messages[0]!.role, 'system')
  }
  const { rows } = await sql('select key_sealed from app.prompt_providers')
  assert.match(rows[0].key_sealed, /^s1\./)
  for (const path of ['provider', 'calls', 'usage', 'conversations'])
    assert.ok(
      !JSON.stringify((await mara('GET', `/prompt/${shop.id}/${path}`)).body).includes('canary-key'),
      path,
    )
})

for (const [name, problem, isCharged] of [
  ['sandbox-cut', 'model_broken', true],
  ['sandbox-garbage', 'model_broken', true],
  ['sandbox-page', 'model_broken', true],
  ['sandbox-fail', 'model_down', false],
  ['sandbox-limit', 'model_busy', false],
  ['sandbox-no-key', 'model_refused', false],
  ['no-such-model', 'model_refused', false],
] as const)
  test(`a model that ends with ${name} is told in friendly words, and charged ${isCharged ? 'for what was sent' : 'nothing'}`, async () => {
    await site.useModel(name)
    const before = await meter()
    const { status, body } = await ask('When is the bakery open on Sunday?')
    assert.deepEqual([status, body.state, body.problem], [200, 'failed', problem])
    if (name === 'sandbox-limit') assert.equal(body.retry_after, 7)
    const after = await meter()
    assert.equal(after.reserved, 0)
    assert.equal(after.tokens_in > before.tokens_in, isCharged)
    assert.equal(after.failed, before.failed + 1)
  })

test('a provider that cannot be reached at all is told as well', async () => {
  await site
    .useModel('sandbox-echo', { base_url: `${model.origin.replace(/\d+$/, '9')}/v1` })
    .catch(() => undefined)
  await sql("update app.prompt_providers set base_url = 'https://no-such-host.invalid/v1'")
  const { body } = await ask('When is the bakery open on Sunday?')
  assert.deepEqual([body.state, body.problem], ['failed', 'model_down'])
})

test('an answer that ignores its limit is cut off', async () => {
  await site.useModel('sandbox-huge')
  const { body } = await ask('When is the bakery open on Sunday?')
  assert.ok(body.answer.length < 12_000, `${body.answer.length}`)
  assert.equal((await meter()).reserved, 0)
})

test('a model that finds no answer gives the refusal instead', async () => {
  await site.useModel('sandbox-no-answer')
  const { body } = await ask('When is the bakery open on Sunday?')
  assert.deepEqual([body.state, body.answer], ['refused', ''])
})

test('[peers I6] a visitor who leaves ends the request to the model within 2 seconds, and is charged for what was used', async () => {
  await site.useModel('sandbox-slow')
  const before = await meter()
  const response = await stream('When is the bakery open on Sunday?')
  const reader = response.body!.getReader()
  const decoder = new TextDecoder()
  let text = ''
  while (!text.includes('event: token')) text += decoder.decode((await reader.read()).value)
  const left = performance.now()
  await reader.cancel()
  const request = model.requests.at(-1)!
  await eventually('the model sees that the caller left', async () => request.state === 'left')
  assert.ok(performance.now() - left < 2000, `${performance.now() - left} ms`)
  const { rows } = await sql(
    'select state, answer, tokens_out from public.prompt_messages order by id desc limit 1',
  )
  assert.equal(rows[0].state, 'stopped')
  assert.ok(rows[0].tokens_out > 0 && rows[0].tokens_out < 50, `${rows[0].tokens_out}`)
  const after = await meter()
  assert.equal(after.reserved, 0)
  assert.ok(after.tokens_in > before.tokens_in)
})

test('[peers I6] [N02] 200 questions at once at the edge of the budget use no more than it has', async () => {
  await site.useModel('sandbox-quote')
  const one = await meter()
  await ask('When is the bakery open on Sunday?')
  const cost = (await meter()).tokens_in - one.tokens_in + 2000
  const { tokens_in: used, tokens_out: written } = await meter()
  const budget = used + written + cost * 5
  await site.change({ limits: { ...site.given.limits, day_tokens: budget } })
  const sent = model.requests.length
  const answers = await Promise.all(
    Array.from({ length: 200 }, () => ask('When is the bakery open on Sunday?')),
  )
  const statuses = Map.groupBy(answers, ({ status, body }) => (status === 200 ? body.state : body.code))
  assert.deepEqual(new Set(statuses.keys()), new Set(['answered', 'limit_day']))
  const { tokens_in, tokens_out, reserved } = await meter()
  assert.equal(reserved, 0)
  assert.ok(tokens_in + tokens_out <= budget, `${tokens_in + tokens_out} of ${budget}`)
  assert.equal(model.requests.length - sent, statuses.get('answered')!.length)
  assert.equal(answers.find(({ status }) => status === 429)!.headers.get('retry-after'), '3600')
  await site.change({})
})

test('[peers I6] visitors and members have limits of questions, each of their own', async () => {
  await site.useModel('sandbox-quote')
  await site.change({ limits: { ...site.given.limits, visitor_questions: 0, member_questions: 1 } })
  assert.equal((await ask('When is the bakery open on Sunday?')).body.code, 'limit_visitor')
  const session = await signUp(app, shop.public_key)
  const ann = functionCall(app, shop.public_key, session.access_token)
  const question = { question: 'When is the bakery open on Sunday?' }
  assert.equal((await ann('POST', '/prompt-questions', question)).body.state, 'answered')
  assert.equal((await ann('POST', '/prompt-questions', question)).body.code, 'limit_member')
  const { rows } = await sql(
    'select count(*)::int as count from public.prompt_conversations c where not exists (select from public.prompt_messages m where m.conversation_id = c.id)',
  )
  assert.equal(rows[0].count, 0, 'a refused question leaves no conversation')
  await site.change({})
})

test('[N03] what a visitor could use to make a request expensive is refused', async () => {
  for (const more of [{ model: 'gpt-9' }, { system: 'x' }, { max_tokens: 1e9 }, { n: 100 }, { messages: [] }])
    assert.equal((await ask('Hello there', more)).status, 400, JSON.stringify(more))
  assert.equal((await ask('x'.repeat(2001))).status, 400)
  assert.equal((await ask('x'.repeat(1_200_000))).status, 413)
  assert.equal((await ask('  ')).status, 400)
})

test('[N10] conversations of others are not found', async () => {
  const { body } = await ask('When is the bakery open on Sunday?')
  const session = await signUp(app, shop.public_key)
  const ann = functionCall(app, shop.public_key, session.access_token)
  const bob = functionCall(app, shop.public_key, (await signUp(app, shop.public_key)).access_token)
  const own = (await ann('POST', '/prompt-questions', { question: 'When is the bakery open on Sunday?' }))
    .body
  assert.equal(own.secret, undefined)
  for (const [call, id, message] of [
    [guest, own.conversation, own.id],
    [bob, own.conversation, own.id],
    [bob, body.conversation, body.id],
    [guest, body.conversation, body.id],
  ] as const) {
    assert.equal((await call('GET', `/prompt-conversations/${id}`)).status, 404)
    assert.equal((await call('DELETE', `/prompt-conversations/${id}`)).status, 404)
    assert.equal(
      (await call('POST', '/prompt-questions', { question: 'And then?', conversation: id })).status,
      404,
    )
    assert.equal((await call('PUT', `/prompt-messages/${message}/rating`, { rating: 1 })).status, 404)
    assert.equal((await call('GET', `/prompt-messages/${message}/sources/1`)).status, 404)
  }
  assert.equal((await ann('GET', '/prompt-conversations')).body.conversations.length, 1)
  assert.equal((await bob('GET', '/prompt-conversations')).body.conversations.length, 0)
  assert.equal(
    (await ann('PUT', `/prompt-messages/${own.id}/rating`, { rating: -1, comment: 'Wrong' })).status,
    200,
  )
  const log = (await mara('GET', `/prompt/${shop.id}/conversations?rated=bad`)).body.conversations
  assert.deepEqual(
    log.map(({ id, bad }: { id: string; bad: number }) => [id, bad]),
    [[own.conversation, 1]],
  )
  const read = (await mara('GET', `/prompt/${shop.id}/conversations/${own.conversation}`)).body
  assert.deepEqual(
    [read.turns[0].rating, read.turns[0].comment, read.member.id],
    [-1, 'Wrong', session.user.id],
  )
  assert.equal((await ann('DELETE', `/prompt-conversations/${own.conversation}`)).status, 200)
  assert.equal((await mara('GET', `/prompt/${shop.id}/conversations/${own.conversation}`)).status, 404)
})

test('[peers I11] a conversation is handed over to the owner by email', async () => {
  const { body } = await ask('When is the bakery open on Sunday?')
  const sent = await guest('POST', `/prompt-conversations/${body.conversation}/hand-over`, {
    secret: body.secret,
    email: 'ann@example.com',
    text: 'Can I come on Monday?',
  })
  assert.equal(sent.status, 200, JSON.stringify(sent.body))
  const letter = latestEmailTo(app, site.owner.user.email!)
  for (const text of ['ann@example.com', 'Can I come on Monday?', 'When is the bakery open on Sunday?'])
    assert.ok(letter.text.includes(text), text)
})

test('answers of a server that was killed are settled later, with all that was reserved', async () => {
  const { rows } = await sql(
    `insert into public.prompt_conversations (tenant_id, assistant_id, proof_hash, title)
    values ($1, $2, 'x', 'x') returning id`,
    shop.id,
    site.assistant.id,
  )
  await sql(
    `select app.reserve_prompt($1, $2, app.uuidv7(), 'x', 500, 1000, 'x', 'm', '[]')`,
    shop.id,
    rows[0].id,
  )
  const before = await meter()
  assert.equal(before.reserved, 500)
  await sql(
    "update public.prompt_messages set created_at = now() - interval '6 minutes' where state = 'running'",
  )
  const { sweepPrompts } = await import('./knowledge/sweep.ts')
  await sweepPrompts(app.kernel)
  const after = await meter()
  assert.deepEqual([after.reserved, after.tokens_in], [0, before.tokens_in + 500])
})

test('who deletes a conversation while its answer is written does not get the budget back', async () => {
  const { rows } = await sql(
    `insert into public.prompt_conversations (tenant_id, assistant_id, proof_hash, title)
    values ($1, $2, 'y', 'y') returning id`,
    shop.id,
    site.assistant.id,
  )
  await sql(
    `select app.reserve_prompt($1, $2, app.uuidv7(), 'x', 700, 1000, 'x', 'm', '[]')`,
    shop.id,
    rows[0].id,
  )
  const before = await meter()
  await sql('delete from public.prompt_conversations where id = $1', rows[0].id)
  const after = await meter()
  assert.deepEqual([after.reserved, after.tokens_in], [before.reserved - 700, before.tokens_in + 700])
})
