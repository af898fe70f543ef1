import { createClient } from '@supabase/supabase-js'
import type { Session, SupabaseClient } from '@supabase/supabase-js'
import type { Instance } from './instance.ts'

const PASSWORD = 'zebra-lantern-42-mop'

export interface BenchCreator {
  id: string
  token: string
  session: Session
  email: string
  password: string
}

/** Creates a creator with a session; the operator creates the account, so no email has to be confirmed. */
export async function makeCreator(
  { url, anonKey, serviceRoleKey }: Instance,
  email = 'creator@example.test',
): Promise<BenchCreator> {
  const quiet = { auth: { persistSession: false, autoRefreshToken: false } }
  const made = await createClient(url, serviceRoleKey, quiet).auth.admin.createUser({
    email,
    password: PASSWORD,
    email_confirm: true,
  })
  if (made.error) throw made.error
  const { data, error } = await createClient(url, anonKey, quiet).auth.signInWithPassword({
    email,
    password: PASSWORD,
  })
  if (error) throw error
  await takeFree(createClient(url, serviceRoleKey, quiet), data.user.id)
  const { user, session } = data
  return { id: user.id, token: session.access_token, session, email, password: PASSWORD }
}

/** Gives the creator the Free plan, because creating blocks requires a plan. */
export async function takeFree(operator: SupabaseClient, user_id: string): Promise<void> {
  const { error } = await operator
    .from('bolt_subscriptions')
    .upsert({ user_id, plan_id: 'free', status: 'active' })
  if (error) throw error
}
