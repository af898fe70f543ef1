import assert from 'node:assert/strict'
import type { Client } from 'pg'

/**
 * Fails if the stored audiences of a member, as statements would read them now, differ from those that follow from the facts.
 * @returns how many members have stored audiences that hold
 */
export async function compareSets(owner: Client, tenantId: string, said: string): Promise<number> {
  const { rows } = await owner.query<{ stored: string[]; computed: string[] }>(
    `select (select case when s.until > now() then array(select unnest(s.audiences) order by 1) end
         from app.audience_sets s where s.tenant_id = $1 and s.member_id = u.id order by s.until limit 1) as stored,
       array(select distinct o.audience_id from app.open_audiences($1, u.id) o order by 1) as computed
     from auth.users u where u.pool_id = $1`,
    [tenantId],
  )
  const current = rows.filter(({ stored }) => stored !== null)
  for (const { stored, computed } of current) assert.deepEqual(stored, computed, said)
  return current.length
}

/** Computes what is missing, as the job does every minute. */
export async function refreshSets(owner: Client): Promise<void> {
  for (;;) {
    const { rows } = await owner.query<{ count: number }>('select app.refresh_audience_sets(200) as count')
    if (rows[0]!.count === 0) return
  }
}
