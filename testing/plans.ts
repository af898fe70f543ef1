import assert from 'node:assert/strict'
import { setUpPlans } from '#features/plans/operator/set-up.ts'
import { eventually } from './eventually.ts'
import type { Answer } from './eventually.ts'
import { makeTenant } from './factories.ts'
import { functionCall } from './function-call.ts'
import { newEmail, signUp } from './test-users.ts'
import { testApp } from './test-app.ts'
import type { TestApp } from './test-app.ts'
import { testSandbox } from './test-sandbox.ts'

/** Email domain of the operator's staff in these tests. */
export const STAFF_DOMAIN = 'staff.example'

/** Waits up to 60 s for the effect of an event, which passes through two programs and a queue. */
export const soon = <T extends Answer>(what: string, check: () => Promise<T | undefined | false | null>) =>
  eventually(what, check, 60)

/** A sandbox with the plans set up, which delivers its events to an app with workers. */
export async function testPlans(env: Record<string, string> = {}) {
  const sandbox = await testSandbox()
  const app = await testApp({
    sandbox: sandbox.ready,
    worker: true,
    env: { STAFF_EMAIL_DOMAINS: `${STAFF_DOMAIN}, second.example`, AUTH_LIMIT_FACTOR: '100', ...env },
  })
  sandbox.receive((request) => app.app.request(request))
  await setUpPlans(app.kernel, 'test')
  return { sandbox, app }
}

/** Signs up a creator and returns functions that make requests as that creator. */
export async function newCreator(app: TestApp, email: string = newEmail('creator')) {
  const session = await signUp(app, app.anonKey, email)
  const call = functionCall(app, app.anonKey, session.access_token)
  return {
    id: session.user.id,
    email,
    token: session.access_token,
    call,
    /** The access rights that the Studio's route guards read. */
    access: async () => (await call('GET', '/access')).body,
    billing: async () => (await call('GET', '/billing')).body,
    tenant: () => makeTenant(app.database, { owner: session.user.id }),
    /** Starts a checkout. @returns its address and session id */
    async checkout(plan_id: string, more: object = {}) {
      const { status, body } = await call('POST', '/bolt-checkout', { plan_id, ...more })
      assert.equal(status, 200, JSON.stringify(body))
      const session = /\/c\/pay\/(cs_\w+)/.exec(body.url)?.[1] ?? ''
      return { url: body.url as string, session }
    },
  }
}

export type TestCreator = Awaited<ReturnType<typeof newCreator>>
