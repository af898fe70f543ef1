import type Stripe from 'stripe'
import { identifier } from '../../identifier.ts'
import { invalid, notSimulated } from '../api/errors.ts'
import type { World } from '../world.ts'
import { webAddress } from './web-address.ts'

type Create = Stripe.Checkout.SessionCreateParams
type Session = Stripe.Checkout.Session

/**
 * Validates the URLs of a Checkout: hosted pages redirect to success_url, embedded ones to return_url unless
 * they never redirect. @throws 400 for the wrong ones
 */
export function requirePlace(params: Create): void {
  const mode = params.ui_mode ?? 'hosted_page'
  if (mode !== 'hosted_page' && mode !== 'embedded_page') throw notSimulated(`Checkout with ui_mode ${mode}`)
  const embedded = mode === 'embedded_page'
  const never = params.redirect_on_completion === 'never'
  const wrong = embedded
    ? (['success_url', 'cancel_url', ...(never ? ['return_url'] : [])] as const)
    : (['return_url', 'redirect_on_completion'] as const)
  for (const name of wrong)
    if (params[name as keyof Create] !== undefined)
      throw invalid(
        `You can not pass \`${name}\` with ui_mode ${mode}${never ? ' and redirect_on_completion never' : ''}.`,
        name,
      )
  const needed = embedded ? (never ? undefined : 'return_url') : 'success_url'
  if (needed && !params[needed])
    throw invalid(`Missing required param: ${needed}.`, needed, 'parameter_missing')
}

/** The fields of a new session that depend on whether it is hosted or embedded. */
export function placeOf(world: World, id: string, params: Create): Partial<Session> {
  if (params.ui_mode !== 'embedded_page')
    return {
      success_url: webAddress(params.success_url!, 'success_url'),
      ui_mode: 'hosted_page',
      url: `${world.publicUrl}/c/pay/${id}`,
    }
  return {
    client_secret: `${id}_secret_${identifier('', 40).slice(1)}`,
    redirect_on_completion: params.redirect_on_completion ?? 'always',
    ...(params.return_url === undefined ? {} : { return_url: webAddress(params.return_url, 'return_url') }),
    success_url: null,
    ui_mode: 'embedded_page',
    url: null,
  }
}
