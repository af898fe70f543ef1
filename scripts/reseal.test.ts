import assert from 'node:assert/strict'
import { execFile, spawn } from 'node:child_process'
import { createHash, randomBytes, randomUUID } from 'node:crypto'
import { join } from 'node:path'
import { after, test } from 'node:test'
import pg from 'pg'
import { placeOf as callPlace } from '#kernel/http/idempotency.ts'
import { placeOf as promptPlace } from '#blocks/prompt/answers/model-provider.ts'
import { placeOf as ticketPlace } from '#blocks/tickets/ticket-codes.ts'
import { placeOf as webhookPlace } from '#features/webhooks/webhook-settings.ts'
import { ensureAppLogin } from '#kernel/db/app-login.ts'
import { APP_LOGIN } from '#kernel/db/key-check.ts'
import { sealedColumns } from '#kernel/db/sealed-columns.ts'
import type { SealedPlace } from '#kernel/secrets/sealed-places.ts'
import { createSealer } from '#kernel/secrets/sealer.ts'
import { secretPlace } from '#services/auth/mfa/enroll.ts'
import { creators } from '#services/auth/pool.ts'
import { placeOf as loginPlace } from '#services/auth/providers/logins.ts'
import { placeOf as providerPlace } from '#services/auth/providers/provider-store.ts'
import { placeOf as signingKeyPlace } from '#services/auth/sessions/signing-keys.ts'
import { placeOf as flowPlace } from '#services/auth/sign-in/flow-states.ts'
import { commandEnvironment } from '#testing/command-environment.ts'
import { storeEvents } from '#testing/audiences/stored-world.ts'
import { makeTenant } from '#testing/factories.ts'
import { newEmail, signUp } from '#testing/test-users.ts'
import { testApp } from '#testing/test-app.ts'

const key = (id: string) => ({ id, key: randomBytes(32) })
const [older, newer, next] = [key('older'), key('newer'), key('next')]
const ringText = (...ring: (typeof older)[]) =>
  ring.map(({ id, key }) => `${id}:${key.toString('base64')}`).join(',')

const app = await testApp({ env: { SECRET_KEYS: ringText(older) } })
const { owner, ownerUrl } = app
const old = createSealer([older])
// Created before the login's password is replaced, because this test's app does not read it again.
const [{ user }, tenant, another] = [
  await signUp(app, app.anonKey, newEmail()),
  await makeTenant(app.database, { plan: 'business' }),
  await makeTenant(app.database),
]

/** The environment of a command with these keys. */
const env = (...ring: (typeof older)[]) => ({
  ...commandEnvironment(),
  NODE_ENV: 'test',
  DATABASE_URL: ownerUrl,
  SECRET_KEYS: ringText(...ring),
  LOG_LEVEL: 'error',
})
const script = join(import.meta.dirname, 'reseal.ts')
const reseal = (...ring: (typeof older)[]) =>
  new Promise<{ code: number; out: string; err: string }>((resolve) => {
    const child = execFile(process.execPath, [script], { env: env(...ring) }, (_, out, err) =>
      resolve({ code: child.exitCode ?? -1, out, err }),
    )
  })

/** Writes a row with a sealed value for each column, at the place that the product uses. */
async function fillColumns(): Promise<Record<string, SealedPlace>> {
  const [factor, ticket, webhook] = [randomUUID(), randomUUID(), { tenant_id: tenant.id, id: randomUUID() }]
  const call = createHash('sha256').update('call').digest()
  const state = 'the state of a sign-in'
  const kid = (await owner.query('select kid from auth.signing_keys')).rows[0].kid as string
  const places: Record<string, SealedPlace> = {
    'app.idempotency_keys.sealed_answer': callPlace(call),
    'app.idempotency_keys.sealed_secret': callPlace(call),
    'app.instance_secrets.value_sealed': APP_LOGIN.place,
    'app.prompt_providers.key_sealed': promptPlace(tenant.id),
    'app.webhook_endpoints.old_secret_sealed': webhookPlace(webhook),
    'app.webhook_endpoints.secret_sealed': webhookPlace(webhook),
    'auth.flow_states.provider_tokens_sealed': flowPlace(creators),
    'auth.mfa_factors.secret_sealed': secretPlace(creators, factor),
    'auth.provider_logins.verifier_sealed': loginPlace(creators, state),
    'auth.providers.client_secret_sealed': providerPlace(creators, 'acme'),
    'auth.signing_keys.private_jwk_sealed': signingKeyPlace(kid),
    'public.tenants.auth0_client_secret': `tenants.auth0_client_secret:${tenant.id}`,
    'public.tickets.code_sealed': ticketPlace(tenant.id, ticket),
  }
  const sealed = (column: string) => old.seal(column, places[column]!)
  const statements: [string, unknown[]][] = [
    [
      "insert into app.prompt_providers (tenant_id, base_url, model, key_sealed) values ($1, 'https://a.test/v1', 'm', $2)",
      [tenant.id, sealed('app.prompt_providers.key_sealed')],
    ],
    [
      'insert into app.idempotency_keys (key_hash, body_hash, sealed_secret, sealed_answer) values ($1, $1, $2, $3)',
      [call, sealed('app.idempotency_keys.sealed_secret'), sealed('app.idempotency_keys.sealed_answer')],
    ],
    [
      `insert into app.webhook_endpoints (tenant_id, id, mode, place, url, events, secret_sealed, old_secret_sealed)
       values ($1, $2, 'test', 1, 'https://example.test', '{order.paid}', $3, $4)`,
      [
        tenant.id,
        webhook.id,
        sealed('app.webhook_endpoints.secret_sealed'),
        sealed('app.webhook_endpoints.old_secret_sealed'),
      ],
    ],
    [
      `insert into auth.flow_states (pool_id, user_id, auth_code_hash, code_challenge, code_challenge_method,
         authentication_method, provider_tokens_sealed, expires_at)
       values ($1, $2, '\\xca', repeat('c', 43), 's256', 'oauth', $3, now() + interval '1 hour')`,
      [creators.id, user.id, sealed('auth.flow_states.provider_tokens_sealed')],
    ],
    [
      `insert into auth.mfa_factors (pool_id, id, user_id, factor_type, secret_sealed) values ($1, $2, $3, 'totp', $4)`,
      [creators.id, factor, user.id, sealed('auth.mfa_factors.secret_sealed')],
    ],
    [
      `insert into auth.provider_logins (pool_id, state_hash, provider, nonce, verifier_sealed, authorize_url,
         redirect_to, expires_at)
       values ($1, sha256(convert_to($2, 'UTF8')), 'acme', 'n', $3, 'https://a.test', '', now() + interval '1 hour')`,
      [creators.id, state, sealed('auth.provider_logins.verifier_sealed')],
    ],
    [
      `insert into auth.providers (pool_id, name, client_id, client_secret_sealed) values ($1, 'acme', 'c', $2)`,
      [creators.id, sealed('auth.providers.client_secret_sealed')],
    ],
    [
      `insert into public.tickets (tenant_id, id, event_id, type_id, mode, source, price_cents, quota_ids, code_hash, code_sealed)
       values ($1, $2, $2, $2, 'test', 'manual', 0, '{}', sha256('code'), $3)`,
      [tenant.id, ticket, sealed('public.tickets.code_sealed')],
    ],
    [
      'update public.tenants set auth0_client_secret = $1 where id = $2',
      [sealed('public.tenants.auth0_client_secret'), tenant.id],
    ],
  ]
  await storeEvents(owner, tenant.id, [ticket])
  for (const [text, values] of statements) await owner.query(text, values)
  return places
}

const valuesOf = async (name: string) => {
  const [schema, table, column] = name.split('.')
  const { rows } = await owner.query(
    `select ${column} as sealed from ${schema}.${table} where ${column} is not null`,
  )
  return rows.map(({ sealed }) => sealed as string)
}

test('every sealed column is resealed, and then the new key suffices to open everything', async () => {
  await ensureAppLogin(ownerUrl, [older])
  const places = await fillColumns()
  const columns = (await sealedColumns(owner)).map(({ table, column }) => `${table}.${column}`)
  assert.deepEqual(columns, Object.keys(places).toSorted(), 'a new sealed column gets a row in this test')

  assert.equal((await reseal(newer)).code, 1, 'without the old key nothing is read')
  const { code, out, err } = await reseal(newer, older)
  assert.equal(code, 0, err)
  assert.match(out, /remove older from SECRET_KEYS/)
  const alone = createSealer([newer])
  for (const [column, place] of Object.entries(places)) {
    const values = await valuesOf(column)
    assert.ok(values.length > 0, column)
    for (const sealed of values) {
      const opened = alone.open(sealed, place)
      if (!/instance_secrets|signing_keys/.test(column)) assert.equal(opened, column)
    }
  }
  assert.match((await reseal(newer)).out, /All other secrets are sealed with the key newer/)
})

test('the password of the login is replaced, and a start with only the new key uses it', async () => {
  const url = await ensureAppLogin(ownerUrl, [newer])
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  await client.end()
  await assert.rejects(ensureAppLogin(ownerUrl, [older]), /SECRET_KEYS does not belong/)
})

test('the next run continues a killed one, and does not overwrite a value that changed meanwhile', async () => {
  const count = 6000
  const sealer = createSealer([newer])
  const rows = Array.from({ length: count }, (_, i) => createHash('sha256').update(`row ${i}`).digest())
  await owner.query(
    `insert into app.idempotency_keys (key_hash, body_hash, sealed_secret)
     select key, key, sealed from unnest($1::bytea[], $2::text[]) as v (key, sealed)`,
    [rows, rows.map((row, i) => sealer.seal(`secret ${i}`, callPlace(row)))],
  )
  const left = async () =>
    Number(
      (
        await owner.query(
          `select count(*) from app.idempotency_keys where not starts_with(sealed_secret, 's1.next.')`,
        )
      ).rows[0].count,
    )
  // The run blocks at the last row, so that it is killed midway on any machine.
  const blocker = new pg.Client(ownerUrl)
  await blocker.connect()
  await blocker.query('begin')
  await blocker.query('select from app.idempotency_keys where key_hash = $1 for update', [rows[count - 1]])
  const child = spawn(process.execPath, [script], { env: env(next, newer), stdio: 'ignore' })
  after(() => child.kill('SIGKILL'))
  while ((await left()) > count) await new Promise((resolve) => setTimeout(resolve, 2))
  child.kill('SIGKILL')
  await new Promise((resolve) => child.once('exit', resolve))
  await owner.query(
    "select pg_terminate_backend(pid, 5000) from pg_stat_activity where datname = current_database() and application_name = 'bolt-blocks-owner'",
  )
  await blocker.end()
  const afterKill = await left()
  assert.ok(afterKill > 0 && afterKill <= count, `killed in the middle: ${afterKill} left`)
  // The login check still opens with the old key, so no server is locked out midway.
  await ensureAppLogin(ownerUrl, [newer])

  await owner.query('update app.idempotency_keys set sealed_secret = $1 where key_hash = $2', [
    sealer.seal('changed', callPlace(rows[count - 1]!)),
    rows[count - 1],
  ])
  const { code, out, err } = await reseal(next, newer)
  assert.equal(code, 0, err)
  assert.match(out, new RegExp(`idempotency_keys.sealed_secret +${afterKill} resealed`))
  assert.equal(await left(), 0)
  const alone = createSealer([next])
  const { rows: stored } = await owner.query('select key_hash, sealed_secret from app.idempotency_keys')
  const opened = new Set(
    stored.map(({ key_hash, sealed_secret }) => alone.open(sealed_secret, callPlace(key_hash))),
  )
  assert.equal(opened.size, count + 1)
  assert.ok(opened.has('changed'))
})

test('a value that no key opens is counted and left unchanged, and does not stop the others', async () => {
  const lost = createSealer([key('lost')]).seal('lost', `tenants.auth0_client_secret:${randomUUID()}`)
  await owner.query('update public.tenants set auth0_client_secret = $1 where id = $2', [lost, another.id])
  const { code, out } = await reseal(next)
  assert.equal(code, 0)
  assert.match(
    out,
    /No key in SECRET_KEYS opens 1 more.*\n.*\n*[^]*append it to SECRET_KEYS and run this again/,
  )
  assert.ok((await valuesOf('public.tenants.auth0_client_secret')).includes(lost))
})
