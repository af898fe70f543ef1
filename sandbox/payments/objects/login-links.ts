import type Stripe from 'stripe'
import { identifier } from '../../identifier.ts'
import { invalid } from '../api/errors.ts'
import type { Call } from '../world.ts'
import { accountOf, platformScope } from './accounts.ts'

/** A single-use link to an account's dashboard. */
export interface LoginLink {
  id: string
  account: string
}

/**
 * For onboarded accounts with an Express dashboard: https://docs.stripe.com/api/accounts/login_link/create
 */
export function createLoginLink({ world, scope, path }: Call): Stripe.LoginLink {
  const account = accountOf(world, scope.livemode, path['id']!)
  if (account.dashboard !== 'express')
    throw invalid(`${account.id} has no Express dashboard, so there is no login link for it.`)
  if (!account.detailsSubmitted)
    throw invalid('Cannot create a login link for an account that has not completed onboarding.')
  const created = world.clock.seconds()
  const link: LoginLink = { id: identifier('lnk', 32), account: account.id }
  world.objects.insert('login_link', platformScope(world, scope.livemode), created, link)
  return { object: 'login_link', created, url: `${world.publicUrl}/express/${link.id}` }
}
