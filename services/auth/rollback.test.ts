import assert from 'node:assert/strict'
import { test } from 'node:test'
import { authCall, signUp } from '#testing/test-users.ts'
import { testApp } from '#testing/test-app.ts'

const app = await testApp()
const ann = await signUp(app, app.anonKey)
const call = authCall(app, app.anonKey)

/**
 * Makes the database roll back every change of a user whose data contains `clash`, as it would after a
 * concurrency conflict.
 */
const rollBackOn = (state: string) =>
  app.owner.query(`
    create or replace function public.clash() returns trigger language plpgsql as $$
    begin raise exception 'undone' using errcode = '${state}'; end $$;
    create or replace trigger clash before update on auth.users for each row
      when (new.raw_user_meta_data ? 'clash') execute function public.clash()`)

for (const state of ['40P01', '40001'])
  test(`a change that the database rolled back because of a concurrent one (${state}) is a conflict that can be retried`, async () => {
    await rollBackOn(state)
    const body = { data: { clash: true } }
    const {
      status,
      body: refusalBody,
      headers,
    } = await call('PUT', '/user', { token: ann.access_token, body })
    assert.deepEqual([status, refusalBody.code, headers.get('retry-after')], [409, 'conflict', '1'])
    assert.equal(refusalBody.message, 'Someone else changed this at the same time. Please try again.')
  })
