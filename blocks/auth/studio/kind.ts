import { listCustomers } from '#features/customers/endpoints.ts'
import { call } from '#studio/data/api.ts'
import type { BlockKind } from '#studio/screen.ts'

/** Sign-in on the overview of the blocks. It is in use once a visitor has signed up. */
export const kind: BlockKind = {
  pitch: 'Visitors sign up and sign in on your site: email, codes, passkeys or social login.',
  async readUsage({ id: tenantId, stripe_mode: mode }) {
    const { total } = await call(listCustomers, { tenantId, mode, limit: 1 })
    const members = total ?? 0
    return {
      isInUse: members > 0,
      state: { tone: 'ok', label: 'In use' },
      count: members === 1 ? '1 member' : `${members} members`,
    }
  },
}
