import type { ChangeKind } from './endpoints.ts'

/** Which acts belong to a kind of change: the part before the dot. An act of another unit is in no kind, but in the list. */
export const ACTS_OF_KIND: Record<ChangeKind, readonly string[]> = {
  settings: ['tenant'],
  'sign-in': ['sign_in_provider', 'sign_in_settings', 'app'],
  payments: ['payments'],
  products: ['product'],
  people: ['role', 'audience', 'team', 'staff'],
  customers: ['customer'],
  orders: ['order'],
  files: ['bucket'],
  webhooks: ['webhook'],
  blocks: ['block'],
}
