import { join } from 'node:path'
import { createClient } from '@supabase/supabase-js'
import pg from 'pg'
import { ROOT } from '#testing/test-cluster.ts'
import { startInstance } from './instance.ts'
import { takeFree } from './creator.ts'
import type { Instance } from './instance.ts'
import { figuresOf, measureInTurn, ratio } from './measure.ts'
import type { Load, Rates, Work } from './measure.ts'
import { startPeer, startProgram } from './peers.ts'
import { progress } from './progress.ts'
import type { Row } from './subjects.ts'

const PASSWORD = 'zebra-lantern-42-mop'
const EMAIL = 'bench@example.test'

/**
 * Compares password sign-in with the bare argon2id floor and better-auth, and refresh with our own REST
 * insert.
 */
export async function authSubject(load: Load): Promise<Row[]> {
  const instance = await startInstance()
  const floor = await startProgram(join(ROOT, 'bench', 'floors', 'argon2.ts'))
  const peer = await startPeer('better-auth', [await databaseBeside(instance, 'better_auth')])
  try {
    progress('creating an account')
    const token = await makeCreator(instance)
    const signIns = await measureInTurn(
      {
        ours: signIn(instance),
        floor: () => ok(fetch(floor.url)),
        peer: await peerSignIn(peer.url),
      },
      load,
      instance.cpu,
    )
    const sessions = await measureInTurn(
      { refresh: await refreshes(instance, load.inFlight), insert: inserts(instance, token) },
      load,
      instance.cpu,
    )
    return [
      row('password sign-in / bare argon2id', ratio(signIns.ours, signIns.floor), 0.8, signIns.ours),
      row('password sign-in / better-auth', ratio(signIns.ours, signIns.peer), 5, signIns.ours),
      row(
        'session refresh / our REST insert',
        ratio(sessions.refresh, sessions.insert),
        0.4,
        sessions.refresh,
      ),
    ]
  } finally {
    await Promise.all([peer.stop(), floor.stop()])
    await instance.stop()
  }
}

const row = (name: string, measured: number, atLeast: number, ours: Rates): Row => ({
  name,
  measured,
  atLeast,
  ...figuresOf(ours),
})

/** Throws if the request was refused, because a refusal measures nothing. */
async function ok(pending: Promise<Response>): Promise<Response> {
  const response = await pending
  const text = await response.text()
  if (!response.ok)
    throw new Error(`${response.url} responded with ${response.status}: ${text.slice(0, 200)}`)
  return new Response(text, { headers: response.headers })
}

const post = (url: string, body: unknown, headers: Record<string, string> = {}) =>
  ok(
    fetch(url, {
      method: 'POST',
      body: JSON.stringify(body),
      headers: { 'content-type': 'application/json', ...headers },
    }),
  )

async function makeCreator({ url, anonKey, serviceRoleKey }: Instance): Promise<string> {
  const options = { auth: { persistSession: false, autoRefreshToken: false } }
  const created = await createClient(url, serviceRoleKey, options).auth.admin.createUser({
    email: EMAIL,
    password: PASSWORD,
    email_confirm: true,
  })
  if (created.error) throw created.error
  const { data, error } = await createClient(url, anonKey, options).auth.signInWithPassword({
    email: EMAIL,
    password: PASSWORD,
  })
  if (error) throw error
  await takeFree(createClient(url, serviceRoleKey, options), data.user.id)
  return data.session.access_token
}

function signIn({ url, anonKey }: Instance): Work {
  return () =>
    post(
      `${url}/auth/v1/token?grant_type=password`,
      { email: EMAIL, password: PASSWORD },
      { apikey: anonKey },
    )
}

async function peerSignIn(url: string): Promise<Work> {
  const headers = { origin: url }
  await post(`${url}/api/auth/sign-up/email`, { email: EMAIL, password: PASSWORD, name: 'Bench' }, headers)
  return () => post(`${url}/api/auth/sign-in/email`, { email: EMAIL, password: PASSWORD }, headers)
}

/**
 * Each concurrent line has its own session and uses the token of its previous refresh: real rotations, no
 * reuse.
 */
async function refreshes(instance: Instance, sessions: number): Promise<Work> {
  const free: string[] = []
  for (let each = 0; each < sessions; each++)
    free.push(
      ((await ((await signIn(instance)()) as Response).json()) as { refresh_token: string }).refresh_token,
    )
  return async () => {
    const response = await post(
      `${instance.url}/auth/v1/token?grant_type=refresh_token`,
      { refresh_token: free.shift() },
      { apikey: instance.anonKey },
    )
    free.push(((await response.json()) as { refresh_token: string }).refresh_token)
  }
}

function inserts({ url, anonKey }: Instance, token: string): Work {
  const headers = { apikey: anonKey, authorization: `Bearer ${token}`, prefer: 'return=representation' }
  return () => post(`${url}/rest/v1/bolt_blocks`, { title: 'Bench', data: { type: 'text' } }, headers)
}

/** Creates a separate database on the same PostgreSQL, so that both commit under the same conditions. */
async function databaseBeside({ databaseUrl }: Instance, name: string): Promise<string> {
  const owner = new pg.Client({ connectionString: databaseUrl })
  await owner.connect()
  await owner.query(`create database ${name}`)
  await owner.end()
  const url = new URL(databaseUrl)
  url.pathname = `/${name}`
  return url.href
}
