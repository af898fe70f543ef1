import { Hono } from 'hono'
import type { Context } from 'hono'
import { html } from 'hono/html'
import { transaction } from '../../database.ts'
import { identifier } from '../../identifier.ts'
import { alert, field, page, pageHeaders } from '../../page.ts'
import type { AccountLink } from '../objects/account-links.ts'
import { documentRequirement } from '../objects/account-state.ts'
import type { AccountState } from '../objects/account-state.ts'
import { platformScope, saveAccount } from '../objects/accounts.ts'
import { emitThin } from '../webhooks/events.ts'
import type { World } from '../world.ts'
import { countries } from './countries.ts'
import { isValidIban } from './iban.ts'

/**
 * One visit to the onboarding. Its link works only once; the visit lasts until the user finishes or leaves.
 */
interface Visit {
  id: string
  link: AccountLink
  businessName?: string
  country?: string
}

/** Hosted onboarding: `/setup/{link}` opens a visit, two steps follow. */
export function createSetupPages(world: World): Hono {
  const app = new Hono()

  app.get('/setup/:link', (c) => {
    const found = world.objects.findAnywhere<AccountLink>('account_link', c.req.param('link'))
    if (!found) return c.html(unknownPage(), 404, pageHeaders)
    const link = found.data
    if (link.used || link.expiresAt <= world.clock.seconds()) return c.redirect(link.refreshUrl, 303)
    world.objects.update(link.id, { ...link, used: true })
    const visit: Visit = { id: identifier('visit', 32), link }
    world.objects.insert('setup_visit', found.scope, world.clock.seconds(), visit)
    return c.redirect(`/setup/${visit.id}/business`, 303)
  })

  const open = async (c: Context): Promise<Response | { visit: Visit; account: AccountState }> => {
    const visit = world.objects.findAnywhere<Visit>('setup_visit', c.req.param('visit') ?? '')?.data
    const platform = visit && platformScope(world, visit.link.livemode)
    const account =
      platform && world.objects.find<AccountState>('account', platform, visit.link.account)?.data
    if (!visit || !account || account.deleted || account.disconnected)
      return c.html(unknownPage(), 404, pageHeaders)
    return { visit, account }
  }
  const leave = (c: Context, visit: Visit): Response => {
    const { account, livemode, useCase } = visit.link
    transaction(world.database, () => {
      world.objects.remove(visit.id)
      // Links of v1 have no use case and emit no event on return.
      if (!useCase) return
      const data = { account_id: account, configurations: ['merchant'], use_case: useCase }
      emitThin(world, platformScope(world, livemode), 'v2.core.account_link.returned', account, data, false)
    })
    world.deliveries.wake()
    return c.redirect(visit.link.returnUrl, 303)
  }

  app.get('/setup/:visit/business', async (c) => {
    const state = await open(c)
    return state instanceof Response
      ? state
      : c.html(businessPage(state.account, state.visit), 200, pageHeaders)
  })

  app.post('/setup/:visit/business', async (c) => {
    const body = await c.req.parseBody()
    const state = await open(c)
    if (state instanceof Response) return state
    const { visit, account } = state
    if (body['go'] === 'later') return leave(c, visit)
    visit.businessName = textOf(body['name']).trim().slice(0, 100)
    visit.country = textOf(body['country'])
    const wrong =
      visit.businessName === ''
        ? 'Enter the business name.'
        : countries[visit.country]
          ? undefined
          : 'Choose a country.'
    if (wrong) return c.html(businessPage(account, visit, wrong), 422, pageHeaders)
    world.objects.update(visit.id, visit)
    return c.redirect(`/setup/${visit.id}/bank`, 303)
  })

  app.get('/setup/:visit/bank', async (c) => {
    const state = await open(c)
    if (state instanceof Response) return state
    return state.visit.businessName
      ? c.html(bankPage('', undefined), 200, pageHeaders)
      : c.redirect(`/setup/${state.visit.id}/business`, 303)
  })

  app.post('/setup/:visit/bank', async (c) => {
    const body = await c.req.parseBody()
    const state = await open(c)
    if (state instanceof Response) return state
    const { visit, account } = state
    if (body['go'] === 'later') return leave(c, visit)
    if (!visit.businessName) return c.redirect(`/setup/${visit.id}/business`, 303)
    const iban = textOf(body['iban']).replaceAll(/\s/g, '').toUpperCase()
    if (!isValidIban(iban))
      return c.html(bankPage(textOf(body['iban']), 'This is not a valid IBAN.'), 422, pageHeaders)
    transaction(world.database, () =>
      saveAccount(world, account, finished(account, visit, iban, textOf(body['go']))),
    )
    return leave(c, visit)
  })
  return app
}

function finished(account: AccountState, visit: Visit, iban: string, ending: string): AccountState {
  const moreWanted = ending === 'more'
  const good = !moreWanted && ending !== 'rejected'
  return {
    ...account,
    businessName: visit.businessName ?? account.businessName,
    country: visit.country ?? account.country,
    bank: { country: iban.slice(0, 2), currency: account.currency, last4: iban.slice(-4) },
    detailsSubmitted: true,
    chargesEnabled: good && account.cardPaymentsRequested,
    payoutsEnabled: good,
    currentlyDue: moreWanted ? [documentRequirement] : [],
    rejected: ending === 'rejected' ? 'other' : null,
  }
}

function textOf(value: unknown): string {
  return typeof value === 'string' ? value : ''
}

function unknownPage(): ReturnType<typeof page> {
  const title = 'This page does not exist'
  return page(
    title,
    html`<h1>${title}</h1>
      <p>Onboarding links work once. Go back and request a new one.</p>`,
  )
}

const later = html`<button name="go" value="later" formnovalidate>Leave for later</button>`

function businessPage(account: AccountState, visit: Visit, wrong?: string): ReturnType<typeof page> {
  const chosen = visit.country ?? account.country
  return page(
    'Set up payments, step 1 of 2',
    html`<h1>Tell us about your business</h1>
      <p class="hint">Step 1 of 2</p>
      ${alert(wrong)}
      <form method="post">
        ${field({ name: 'name', label: 'Business name', value: visit.businessName ?? account.businessName ?? account.displayName ?? '', autocomplete: 'organization' })}
        <div class="field">
          <label for="country">Country</label>
          <select id="country" name="country">
            ${Object.entries(countries).map(
              ([code, name]) =>
                html`<option value="${code}" ${code === chosen ? 'selected' : ''}>${name}</option>`,
            )}
          </select>
        </div>
        <button class="main" name="go" value="on">Continue</button>
        ${later}
      </form>`,
  )
}

function bankPage(iban: string, wrong: string | undefined): ReturnType<typeof page> {
  return page(
    'Set up payments, step 2 of 2',
    html`<h1>Where should your money go?</h1>
      <p class="hint">Step 2 of 2</p>
      ${alert(wrong)}
      <form method="post">
        ${field({ name: 'iban', label: 'IBAN', value: iban, error: wrong, hint: 'A test IBAN: DE89 3704 0044 0532 0130 00' })}
        <button class="main" name="go" value="finish">Finish</button>
        <button name="go" value="more">Needs more information</button>
        <button name="go" value="rejected">Be rejected</button>
        ${later}
      </form>`,
  )
}
