import type Stripe from 'stripe'
import { complete, completeType } from '../contract/skeleton.ts'
import type { AccountState } from './account-state.ts'

const status = (requested: boolean, enabled: boolean): 'active' | 'inactive' | undefined =>
  requested ? (enabled ? 'active' : 'inactive') : undefined

/** The account as `/v1/accounts` returns it. */
export function accountV1(state: AccountState): Stripe.Account {
  const card = status(state.cardPaymentsRequested, state.chargesEnabled)
  const transfers = status(state.transfersRequested, state.payoutsEnabled)
  return complete<Stripe.Account>('accounts.retrieve', {
    id: state.id,
    type: state.type,
    email: state.email,
    country: state.country,
    created: state.created,
    default_currency: state.currency,
    charges_enabled: state.chargesEnabled,
    payouts_enabled: state.payoutsEnabled,
    details_submitted: state.detailsSubmitted,
    business_type: state.businessType,
    business_profile: { name: state.businessName, url: state.businessUrl },
    capabilities: { ...(card ? { card_payments: card } : {}), ...(transfers ? { transfers } : {}) },
    controller: state.own
      ? { type: 'account' }
      : {
          type: 'application',
          is_controller: true,
          fees: { payer: state.feesCollector === 'stripe' ? 'account' : 'application' },
          losses: { payments: state.lossesCollector },
          requirement_collection: 'stripe',
          stripe_dashboard: { type: state.dashboard },
        },
    metadata: state.metadata,
    requirements: {
      currently_due: state.currentlyDue,
      eventually_due: state.currentlyDue,
      past_due: state.detailsSubmitted ? state.currentlyDue : [],
      alternatives: [],
      errors: [],
      pending_verification: [],
      disabled_reason: disabledReason(state),
    },
    future_requirements: {
      currently_due: [],
      eventually_due: [],
      past_due: [],
      pending_verification: [],
      errors: [],
      alternatives: [],
    },
    settings: {
      dashboard: { display_name: state.displayName ?? state.businessName, timezone: 'Etc/UTC' },
      payments: { statement_descriptor: statementOf(state) },
    },
    tos_acceptance: {},
  })
}

function disabledReason(state: AccountState): string | null {
  if (state.rejected) return `rejected.${state.rejected}`
  return state.currentlyDue.length > 0 && !state.chargesEnabled ? 'requirements.past_due' : null
}

function statementOf(state: AccountState): string | null {
  const name = state.businessName ?? state.displayName
  return name
    ? name
        .toUpperCase()
        .replaceAll(/[^A-Z0-9 ]/g, '')
        .slice(0, 22)
    : null
}

/** The account as `/v2/core/accounts` returns it, with the optional sections in `include`. */
export function accountV2(state: AccountState, include: readonly string[] = []): Stripe.V2.Core.Account {
  const has = (part: string): boolean => include.includes(part)
  return complete<Stripe.V2.Core.Account>('v2.core.accounts.retrieve', {
    id: state.id,
    applied_configurations: state.merchant ? ['merchant'] : [],
    ...(state.closed ? { closed: true } : {}),
    ...(state.email === null ? {} : { contact_email: state.email }),
    created: new Date(state.created * 1000).toISOString(),
    dashboard: state.dashboard,
    ...(state.displayName === null ? {} : { display_name: state.displayName }),
    livemode: state.livemode,
    metadata: state.metadata,
    ...(has('configuration.merchant') && state.merchant
      ? { configuration: { merchant: merchantOf(state) } }
      : {}),
    ...(has('defaults') ? { defaults: defaultsOf(state) } : {}),
    ...(has('identity') ? { identity: identityOf(state) } : {}),
    ...(has('requirements') ? { requirements: { entries: state.currentlyDue.map(entryOf) } } : {}),
    ...(has('future_requirements') ? { future_requirements: { entries: [] } } : {}),
  })
}

function merchantOf(state: AccountState): object {
  const waiting = state.rejected
    ? { code: 'rejected_other', resolution: 'contact_stripe' }
    : { code: 'requirements_past_due', resolution: 'provide_info' }
  return {
    applied: true,
    capabilities: state.cardPaymentsRequested
      ? {
          card_payments: {
            status: state.chargesEnabled ? 'active' : 'restricted',
            status_details: state.chargesEnabled ? [] : [waiting],
          },
        }
      : {},
  }
}

function defaultsOf(state: AccountState): object {
  return {
    currency: state.currency,
    responsibilities: {
      fees_collector: state.feesCollector,
      losses_collector: state.lossesCollector,
      requirements_collector: 'stripe',
    },
  }
}

function identityOf(state: AccountState): object {
  return {
    country: state.country,
    ...(state.businessName === null ? {} : { business_details: { registered_name: state.businessName } }),
  }
}

function entryOf(description: string): object {
  return {
    awaiting_action_from: 'user',
    description,
    errors: [],
    impact: {
      restricts_capabilities: [
        { capability: 'card_payments', configuration: 'merchant', deadline: { status: 'currently_due' } },
      ],
    },
    minimum_deadline: { status: 'currently_due' },
    requested_reasons: [{ code: 'routine_onboarding' }],
  }
}

/** The `capability` object of an event. */
export function capability(state: AccountState, id: 'card_payments' | 'transfers'): object {
  const enabled = id === 'card_payments' ? state.chargesEnabled : state.payoutsEnabled
  return completeType('Capabilities..Capability', {
    id,
    account: state.id,
    requested: true,
    requested_at: state.created,
    status: enabled ? 'active' : 'inactive',
  })
}
