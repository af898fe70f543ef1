import type { World } from '../world.ts'
import type { AccountState } from './account-state.ts'
import { saveAccount } from './accounts.ts'

/** Sets the open requirements; an account with open requirements cannot charge. */
export function setRequirements(world: World, state: AccountState, currentlyDue: string[]): void {
  const may = currentlyDue.length === 0 && state.detailsSubmitted && !state.closed
  saveAccount(world, state, {
    ...state,
    currentlyDue,
    rejected: null,
    chargesEnabled: may && state.cardPaymentsRequested,
    payoutsEnabled: may,
  })
}

/** Reasons of `rejected.…` in requirements.disabled_reason. */
export const rejections = [
  'fraud',
  'listed',
  'other',
  'platform_fraud',
  'platform_other',
  'platform_terms_of_service',
  'terms_of_service',
]

export function reject(world: World, state: AccountState, reason: string): void {
  saveAccount(world, state, { ...state, rejected: reason, chargesEnabled: false, payoutsEnabled: false })
}
