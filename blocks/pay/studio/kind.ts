import { currentAccount } from '#features/connect/studio/payments-label.ts'
import { call } from '#studio/data/api.ts'
import type { BlockKind } from '#studio/screen.ts'
import { SAMPLE_ITEM, createStarterItem, listItems } from '../endpoints-studio.ts'

/** Payments on the overview of the blocks. It is in use once there is a product of the creator's own, or an account. */
export const kind: BlockKind = {
  pitch: 'Sell products and subscriptions on your site. The money goes straight to your own Stripe account.',
  async readUsage(tenant) {
    const items = await call(listItems, { tenantId: tenant.id })
    const isConnected = currentAccount(tenant) !== null
    return {
      isInUse: isConnected || items.some(({ name }) => name !== SAMPLE_ITEM.name),
      state: isConnected
        ? { tone: 'ok', label: 'In use' }
        : { tone: 'neutral', label: 'Stripe not connected' },
      count: items.length === 1 ? '1 product' : `${items.length} products`,
    }
  },
  async createStarter({ id: tenantId }) {
    await call(createStarterItem, { tenantId })
  },
}
