import { Hono } from 'hono'
import type { Context } from 'hono'
import { html } from 'hono/html'
import { transaction } from '../../database.ts'
import { identifier } from '../../identifier.ts'
import { alert, field, page, pageHeaders } from '../../page.ts'
import { documentRequirement, newAccount } from '../objects/account-state.ts'
import type { AccountState } from '../objects/account-state.ts'
import { platformScope } from '../objects/accounts.ts'
import { issueCode } from '../objects/oauth.ts'
import type { World } from '../world.ts'
import { countries } from './countries.ts'

/** The platform's parameters in the URL of the page. */
interface AuthorizeRequest {
  livemode: boolean
  redirectUri: URL
  state: string | undefined
  prefill: { name: string; email: string; country: string }
}

/**
 * The page `/oauth/authorize`, on which an account's owner gives the platform access.
 * https://docs.stripe.com/connect/oauth-reference#get-authorize. Return URLs need no registration: any web
 * address is accepted, in both modes.
 */
export function createAuthorizePages(world: World): Hono {
  const app = new Hono()

  const readRequest = (c: Context): AuthorizeRequest | Response | Promise<Response> => {
    const { client_id: client, redirect_uri: back, response_type: type, scope, state } = c.req.query()
    const { connectClientIdLive, connectClientIdTest } = world.platform
    const refuse = (text: string): Response | Promise<Response> => c.html(refusal(text), 400, pageHeaders)
    if (client !== connectClientIdLive && client !== connectClientIdTest)
      return refuse(`No application matches the supplied client identifier: ${client ?? '(none)'}`)
    if (type !== 'code') return refuse('response_type must be code.')
    if (scope !== undefined && scope !== 'read_write' && scope !== 'read_only')
      return refuse('scope must be read_write or read_only.')
    const redirectUri = URL.parse(back ?? '')
    if (!redirectUri || !/^https?:$/.test(redirectUri.protocol))
      return refuse('redirect_uri must be a web address.')
    const prefill = {
      name: c.req.query('stripe_user[business_name]') ?? '',
      email: c.req.query('stripe_user[email]') ?? '',
      country: c.req.query('stripe_user[country]') ?? 'DE',
    }
    return { livemode: client === connectClientIdLive, redirectUri, state, prefill }
  }

  app.get('/oauth/authorize', async (c) => {
    const request = await readRequest(c)
    if (request instanceof Response) return request
    return c.html(authorizePage(request, ownAccounts(world, request.livemode)), 200, pageHeaders)
  })

  app.post('/oauth/authorize', async (c) => {
    const request = await readRequest(c)
    if (request instanceof Response) return request
    const body = await c.req.parseBody()
    if (body['go'] !== 'connect')
      return back(c, request, {
        error: 'access_denied',
        error_description: 'The user denied your request',
      })
    const known = ownAccounts(world, request.livemode)
    const account = known.find((one) => one.id === body['account']) ?? accountFromForm(world, request, body)
    if (typeof account === 'string') {
      const prefill = { name: text(body['name']), email: text(body['email']), country: text(body['country']) }
      return c.html(authorizePage({ ...request, prefill }, known, account), 422, pageHeaders)
    }
    const code = transaction(world.database, () => {
      if (!known.includes(account))
        world.objects.insert('account', platformScope(world, request.livemode), account.created, account)
      return issueCode(world, request.livemode, account.id)
    })
    return back(c, request, { code, scope: 'read_write' })
  })
  return app
}

function back(
  c: Context,
  { redirectUri, state }: AuthorizeRequest,
  answer: Record<string, string>,
): Response {
  const to = new URL(redirectUri)
  for (const [name, value] of Object.entries(answer)) to.searchParams.set(name, value)
  if (state !== undefined) to.searchParams.set('state', state)
  return c.redirect(to.href, 303)
}

/** Accounts that can be connected: those that no platform created. */
function ownAccounts(world: World, livemode: boolean): AccountState[] {
  return world.objects
    .all<AccountState>('account', platformScope(world, livemode))
    .map((one) => one.data)
    .filter((one) => one.own && !one.deleted)
}

/** Reads a new account from the form, or returns an error message. */
function accountFromForm(
  world: World,
  { livemode }: AuthorizeRequest,
  body: Record<string, unknown>,
): AccountState | string {
  const name = text(body['name']).trim().slice(0, 100)
  const email = text(body['email']).trim().slice(0, 200)
  const country = text(body['country'])
  if (name === '') return 'Enter a business name, or choose an account.'
  if (!/^[^\s@]+@[^\s@]+$/.test(email)) return 'Enter an email.'
  if (!countries[country]) return 'Choose a country.'
  const ready = body['ready'] !== 'no'
  return newAccount({
    id: identifier('acct', 16),
    form: 'v1',
    type: 'standard',
    own: true,
    disconnected: true,
    livemode,
    created: world.clock.seconds(),
    country,
    email,
    displayName: name,
    businessName: name,
    merchant: true,
    cardPaymentsRequested: true,
    transfersRequested: true,
    detailsSubmitted: true,
    chargesEnabled: ready,
    payoutsEnabled: ready,
    currentlyDue: ready ? [] : [documentRequirement],
  })
}

function text(value: unknown): string {
  return typeof value === 'string' ? value : ''
}

function refusal(reason: string): ReturnType<typeof page> {
  const title = 'This request cannot be answered'
  return page(
    title,
    html`<h1>${title}</h1>
      <p>${reason}</p>`,
  )
}

function authorizePage(
  request: AuthorizeRequest,
  known: AccountState[],
  wrong?: string,
): ReturnType<typeof page> {
  const { prefill, livemode } = request
  return page(
    'Connect your account',
    html`<h1>Sandbox platform would like to use your account</h1>
      <p class="hint">
        ${livemode ? 'Live' : 'Test'} mode. It could take payments for you, and read and refund them. You
        return to ${request.redirectUri.host}.
      </p>
      ${alert(wrong)}
      <form method="post">
        <fieldset>
          <legend>Account</legend>
          ${known.map(
            (one, at) =>
              html`<label class="choice"
                ><input type="radio" name="account" value="${one.id}" ${at === 0 ? 'checked' : ''} />
                ${one.displayName ?? one.id}${one.disconnected ? '' : ' (connected)'}</label
              >`,
          )}
          <label class="choice"
            ><input type="radio" name="account" value="new" ${known.length === 0 ? 'checked' : ''} /> A new
            sandbox account</label
          >
        </fieldset>
        ${field({ name: 'name', label: 'Business name', value: prefill.name, autocomplete: 'organization' })}
        ${field({ name: 'email', label: 'Email', value: prefill.email, autocomplete: 'email', inputmode: 'email' })}
        <div class="field">
          <label for="country">Country</label>
          <select id="country" name="country">
            ${Object.entries(countries).map(
              ([code, name]) =>
                html`<option value="${code}" ${code === prefill.country ? 'selected' : ''}>${name}</option>`,
            )}
          </select>
        </div>
        <div class="field">
          <label for="ready">State of the new account</label>
          <select id="ready" name="ready">
            <option value="yes">Can take payments</option>
            <option value="no">Needs more information</option>
          </select>
        </div>
        <button class="main" name="go" value="connect">Connect</button>
        <button name="go" value="deny" formnovalidate>Deny</button>
      </form>`,
  )
}
