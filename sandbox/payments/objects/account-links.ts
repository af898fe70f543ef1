import type Stripe from 'stripe'
import { identifier } from '../../identifier.ts'
import { invalid } from '../api/errors.ts'
import type { Call, World } from '../world.ts'
import { accountOf, platformScope } from './accounts.ts'
import { webAddress } from './web-address.ts'

/** An onboarding link: works once within five minutes, then redirects to `refreshUrl`. */
export interface AccountLink {
  id: string
  account: string
  livemode: boolean
  refreshUrl: string
  returnUrl: string
  expiresAt: number
  used: boolean
  /** Purpose of the link; v2 only. */
  useCase?: string
}

const LIFETIME_SECONDS = 5 * 60

function store(
  world: World,
  livemode: boolean,
  account: string,
  refresh: string,
  back: string,
  useCase?: string,
): AccountLink {
  const link: AccountLink = {
    id: identifier('al', 32),
    account: accountOf(world, livemode, account).id,
    livemode,
    refreshUrl: webAddress(refresh, 'refresh_url'),
    returnUrl: webAddress(back, 'return_url'),
    expiresAt: world.clock.seconds() + LIFETIME_SECONDS,
    used: false,
    ...(useCase ? { useCase } : {}),
  }
  world.objects.insert('account_link', platformScope(world, livemode), world.clock.seconds(), link)
  return link
}

export function createAccountLinkV1({
  world,
  scope,
  params,
}: Call<Stripe.AccountLinkCreateParams>): Stripe.AccountLink {
  if (!params.refresh_url)
    throw invalid('Missing required param: refresh_url.', 'refresh_url', 'parameter_missing')
  if (!params.return_url)
    throw invalid('Missing required param: return_url.', 'return_url', 'parameter_missing')
  const link = store(world, scope.livemode, params.account, params.refresh_url, params.return_url)
  return {
    object: 'account_link',
    created: world.clock.seconds(),
    expires_at: link.expiresAt,
    url: addressOf(world, link),
  }
}

export function createAccountLinkV2(
  call: Call<Stripe.V2.Core.AccountLinkCreateParams>,
): Stripe.V2.Core.AccountLink {
  const { world, scope, params } = call
  const { type } = params.use_case
  const details = params.use_case[type as 'account_onboarding']
  if (!details)
    throw invalid(
      `use_case.${type} is needed for the type ${type}.`,
      `use_case[${type}]`,
      'parameter_missing',
    )
  const link = store(
    world,
    scope.livemode,
    params.account,
    details.refresh_url,
    details.return_url ?? details.refresh_url,
    type,
  )
  const urls = { refresh_url: link.refreshUrl, ...(details.return_url ? { return_url: link.returnUrl } : {}) }
  return {
    object: 'v2.core.account_link',
    account: link.account,
    created: new Date(world.clock.milliseconds()).toISOString(),
    expires_at: new Date(link.expiresAt * 1000).toISOString(),
    livemode: scope.livemode,
    url: addressOf(world, link),
    use_case: { type, [type]: urls },
  }
}

function addressOf(world: World, link: AccountLink): string {
  return `${world.publicUrl}/setup/${link.id}`
}
