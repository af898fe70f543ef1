import assert from 'node:assert/strict'
import { test } from 'node:test'
import { signUp } from '#testing/test-users.ts'
import { testApp } from '#testing/test-app.ts'

const app = await testApp()

test("a builder's table may reference auth.users (id), as on the official service", async () => {
  const { user } = await signUp(app, app.anonKey)
  await app.owner.query(
    'create table public.notes_of_mine (id bigint primary key, user_id uuid references auth.users (id) on delete cascade)',
  )
  await app.owner.query('insert into public.notes_of_mine values (1, $1)', [user.id])
  await assert.rejects(
    app.owner.query('insert into public.notes_of_mine values (2, gen_random_uuid())'),
    /notes_of_mine_user_id_fkey/,
  )
  await app.owner.query('delete from auth.users where id = $1', [user.id])
  const { rows } = await app.owner.query('select * from public.notes_of_mine')
  assert.deepEqual(rows, [])
})
