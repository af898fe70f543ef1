// The plans, screen by screen, with delayed, refused or forged responses where needed.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Locator, Page, Route } from 'playwright-core'
import pg from 'pg'
import { expect } from '#testing/browser.ts'
import { blocks } from '#blocks/registry.ts'
import { PLAN_FEATURES, featureLacks, lacks } from '#studio/plan/plan-features.ts'
import { violations } from './accessibility.ts'
import { type Creator, makeTenant } from './api.ts'
import { answering, button, call, forging, plan, planScreens, says, saying } from './plan-screens.ts'
import { rectsOf } from './rects.ts'

const registered = Object.keys(blocks)
const { instance, keys, operator, person, givePlan, open, go, at } = await planScreens(
  'bakehouse.test,millers.test',
)
const [nora, paying, staff] = [
  await person('nora@cornermill.test'),
  await person('otto@cornermill.test'),
  await person('dana@bakehouse.test'),
]
await givePlan(paying, 'pro')
const visitor = await open()
const fresh = await open(nora)
const payer = await open(paying)
const dana = await open(staff)

test('[S2-026] [S2-314] [S2-297] [S2-298] [S2-299] [S2-300] [S2-301] visitors see the plans and are asked to log in', async () => {
  for (const path of ['/pricing', '/bolt/pricing']) {
    await go(visitor, path)
    await expect(visitor.getByRole('heading', { name: 'Pricing', level: 1 })).toBeVisible()
    await expect(visitor.getByRole('link', { name: 'Log in to continue' })).toHaveCount(3)
    await at(visitor, path)
  }
  await expect(visitor.getByText('Start now — cancel anytime in the first 3 days')).toBeVisible()
  await expect(plan(visitor, 'Pro').getByText('Popular')).toBeVisible()
  await expect(visitor.getByText('Popular')).toHaveCount(1)
  for (const name of ['Pro', 'Business'])
    await expect(plan(visitor, name).getByText('3-day free trial')).toBeVisible()
  await expect(plan(visitor, 'Free').getByText('3-day free trial')).toHaveCount(0)
  await expect(plan(visitor, 'Free')).toContainText('Free')
  await expect(plan(visitor, 'Pro')).toContainText('€19/month')
  await expect(plan(visitor, 'Business')).toContainText('€59/month')
  const rects = await rectsOf(['Free', 'Pro', 'Business'].map((name) => plan(visitor, name)))
  assert.equal(new Set(rects.map(({ y }) => y)).size, 1, 'one row')
  assert.equal(new Set(rects.map(({ x }) => x)).size, 3, 'three columns')
  assert.deepEqual(await violations(visitor), [])
  await plan(visitor, 'Pro').getByRole('link', { name: 'Log in to continue' }).click()
  await at(visitor, '/auth?next=%2Fbolt%2Fpricing')
})

test('[S3-066] [S3-064] [S2-297] the cards show the database’s plans, also after a change', async () => {
  const { data } = await operator.from('bolt_plans').select('id, name, features, price_cents').order('sort')
  const rows = data as { id: string; name: string; features: string[]; price_cents: number }[]
  await go(visitor, '/pricing')
  for (const { name, features } of rows)
    await expect(visitor.getByRole('list', { name: `In ${name}` }).getByRole('listitem')).toHaveText(
      features.map((feature) => (featureLacks(feature, registered) ? `${feature} In development` : feature)),
    )
  const withSupport = rows.filter(({ features }) => features.includes('Priority support'))
  assert.deepEqual(
    withSupport.map(({ id }) => id),
    ['business'],
  )
  const business = rows.find(({ id }) => id === 'business')!
  const changed = { features: [...business.features, 'A cake'], price_cents: 6150 }
  assert.ifError((await operator.from('bolt_plans').update(changed).eq('id', 'business')).error)
  await visitor.reload()
  await expect(plan(visitor, 'Business')).toContainText('A cake')
  await expect(plan(visitor, 'Business')).toContainText('€61.50/month')
  const { features, price_cents } = business
  assert.ifError(
    (await operator.from('bolt_plans').update({ features, price_cents }).eq('id', 'business')).error,
  )
})

test('features whose block is not registered are marked on the cards, in the comparison and on the front page', async () => {
  const marked = (where: Locator) =>
    where
      .getByRole('listitem')
      .filter({ hasText: 'In development' })
      .evaluateAll((all) => all.map((one) => one.firstElementChild!.nextElementSibling!.textContent))
  // Every block is registered, so this is a server without one.
  const offered = registered.filter((name) => name !== 'analytics')
  await withBlocks(visitor, offered)
  const missing = Object.values(PLAN_FEATURES)
    .flatMap((rows) => Object.keys(rows))
    .filter((feature) => featureLacks(feature, offered))
  assert.ok(missing.includes('Analytics') && !missing.includes('Social login'), String(missing))
  for (const path of ['/pricing', '/home']) {
    await go(visitor, path)
    const lists = ['Free', 'Pro', 'Business'].map((name) => visitor.getByRole('list', { name: `In ${name}` }))
    for (const list of lists) await expect(list).toBeVisible()
    assert.deepEqual((await Promise.all(lists.map(marked))).flat(), missing, path)
  }
  await go(visitor, '/pricing')
  const row = (name: RegExp) =>
    visitor.getByRole('table', { name: 'Compare plans' }).getByRole('row', { name })
  for (const [block, part] of [
    ['Sign-in', 'auth'],
    ['Payments', 'pay'],
    ['Database', 'form'],
    ['AI Prompt', 'prompt'],
    ['Content Library', 'library'],
    ['Ticketing', 'tickets'],
    ['Analytics', 'analytics'],
  ] as const)
    await expect(
      row(new RegExp(`^${block}`))
        .getByRole('cell')
        .first(),
    ).toHaveText(lacks([part], offered) ? `${block} In development` : block)
  await expect(row(/^Sign-in/).getByRole('cell', { name: /^Roles and orgs/ })).toHaveText(
    lacks(['people'], offered) ? 'Roles and orgs In development' : 'Roles and orgs',
  )
  await visitor.unrouteAll()
})

/** Its pages come from a server with these blocks. */
const withBlocks = (page: Page, names: readonly string[]) =>
  page.route(/\/(pricing|home)$/, async (route) => {
    const response = await route.fetch()
    const body = (await response.text()).replace(/"blocks":\[[^\]]*\]/, `"blocks":${JSON.stringify(names)}`)
    await route.fulfill({ response, body })
  })

test('a server with every block registered marks nothing', async () => {
  const all = ['auth', 'pay', 'form', 'prompt', 'library', 'tickets', 'analytics']
  const page = await open()
  await withBlocks(page, all)
  await go(page, '/pricing')
  const lists = page.getByRole('list', { name: /^In / })
  await expect(lists).toHaveCount(3)
  await expect(lists.first().getByRole('listitem').first()).toBeVisible()
  await expect(lists.getByRole('listitem').filter({ hasText: 'In development' })).toHaveCount(0)
})

test('[S8-054] plans that fail to load show an error and can be retried', async () => {
  await answering(
    visitor,
    '**/rest/v1/bolt_plans?**',
    saying(500, { message: 'x', code: 'XX000' }),
    async () => {
      await go(visitor, '/pricing')
      await says(visitor, 'Error', 'Failed to load pricing plans.')
    },
  )
  await button(visitor, 'Try again').click()
  await expect(plan(visitor, 'Pro')).toBeVisible()
})

test('[S2-316] [S2-317] [S2-005] [S3-043] [S1-012] [S1-013] the front page names the prices and leads to the plans', async () => {
  await go(visitor, '/')
  const pricing = visitor.getByRole('region', { name: 'Pricing' })
  await expect(pricing.getByRole('heading', { name: 'Business' })).toBeVisible()
  const shown = await pricing
    .getByRole('listitem')
    .filter({ has: visitor.getByRole('heading') })
    .allInnerTexts()
  assert.deepEqual(
    shown.map((text) => /^(\w+)[\s\S]*?(€\d+)\s*(\/mo)?/.exec(text)!.slice(1).join(' ').trim()),
    ['Free €0', 'Pro €19 /mo', 'Business €59 /mo'],
  )
  await expect(pricing.getByRole('listitem', { name: 'Pro' }).getByText('Most Popular')).toBeVisible()
  await expect(pricing).toContainText('All plans include hosting, SSL and a global CDN.')
  await expect(pricing).toContainText('No setup fees.')
  assert.deepEqual(await violations(visitor), [])
  for (const name of ['Choose Pro', 'Choose Business']) {
    await go(visitor, '/')
    await pricing.getByRole('link', { name }).click()
    await at(visitor, '/bolt/pricing')
  }
})

test('[S2-015] [S2-080] [S2-081] [S2-082] [S2-027] the start buttons lead to sign-up, to the missing step, or to the Studio', async () => {
  await go(visitor, '/home')
  for (const start of ['Get Started', 'Start with Free']) {
    await go(visitor, '/home')
    await visitor.getByRole('link', { name: start }).click()
    await at(visitor, '/auth?next=/bolt/studio')
    await expect(visitor.getByRole('heading', { level: 1, name: 'Create account' })).toBeVisible()
  }
  await button(visitor, 'Sign in').click()
  await at(visitor, '/auth?next=%2Fbolt%2Fstudio')
  await expect(visitor.getByRole('heading', { level: 1, name: 'Welcome back' })).toBeVisible()
  await go(fresh, '/home')
  await expect(fresh.getByRole('link', { name: 'Get Started' })).toHaveAttribute('href', '/bolt/billing')
  await fresh.getByRole('link', { name: 'Get Started' }).click()
  await at(fresh, '/bolt/billing')
  await expect(fresh.getByRole('heading', { name: 'No active subscription' })).toBeVisible()
  const choices = fresh.getByRole('list', { name: 'Plans you can choose' }).getByRole('listitem')
  await expect(choices).toHaveCount(3)
  await expect(choices.filter({ hasText: '€19/month' })).toContainText('Unlimited tables and forms')
  await fresh.getByRole('link', { name: 'Choose a plan' }).click()
  await at(fresh, '/bolt/pricing?manage=1')
  await go(payer, '/home')
  await payer.getByRole('link', { name: 'Get Started' }).click()
  await at(payer, '/bolt/studio')
  await expect(payer.getByRole('heading', { name: 'Studio Dashboard', level: 1 })).toBeVisible()
  await go(visitor, '/bolt/billing')
  await at(visitor, '/auth?next=%2Fbolt%2Fbilling')
})

test('[S2-050] [S4-017] without access the Studio’s guard leads to the plans, also with a pending status', async () => {
  await go(fresh, '/bolt/studio')
  await at(fresh, '/bolt/pricing')
  await givePlan(nora, 'pro', 'pending')
  await go(fresh, '/bolt/studio')
  await at(fresh, '/bolt/pricing')
  await operator.from('bolt_subscriptions').delete().eq('user_id', nora.session.user.id)
})

test('[S2-025] [S2-054] [S2-056] [S2-057] the gate offers visitors a sign-in and leads creators to their missing step', async () => {
  await go(visitor, '/bolt')
  // On a phone the ways in have one left edge.
  const before = visitor.viewportSize()!
  await visitor.setViewportSize({ width: 390, height: 844 })
  const edges: number[] = []
  for (const name of ['Get Started', 'Sign in to continue', 'See plans'])
    edges.push((await visitor.getByRole('main').getByRole('link', { name }).boundingBox())!.x)
  assert.equal(new Set(edges).size, 1, edges.join())
  await visitor.setViewportSize(before)
  const offered = visitor.getByRole('region', { name: 'Blocks you can add to your site' })
  await expect(offered.getByRole('listitem').filter({ hasText: 'Payments' })).toContainText('Sell products')
  await visitor.getByRole('link', { name: 'Get Started' }).click()
  await at(visitor, /\/auth\?next=%2Fbolt$/)
  const onboard = ({ session }: Creator) =>
    operator
      .from('bolt_profiles')
      .upsert({ user_id: session.user.id, display_name: 'N', onboarding_complete: true })
  assert.ifError((await onboard(nora)).error)
  await go(fresh, '/bolt')
  await at(fresh, '/bolt/pricing')
  assert.ifError((await onboard(paying)).error)
  await go(payer, '/bolt')
  await at(payer, '/studio/connect')
})

test('[S2-304] [S2-308] [S8-056] a trial starts at the provider; a refusal enables the button again', async () => {
  await go(fresh, '/bolt/pricing')
  const start = plan(fresh, 'Pro').getByRole('button', { name: 'Start Free Trial' })
  await expect(plan(fresh, 'Business').getByRole('button', { name: 'Start Free Trial' })).toBeVisible()
  await answering(fresh, call('bolt-checkout'), saying(500, {}), async () => {
    await start.click()
    await says(fresh, 'Failed to start checkout. Please try again.')
  })
  await answering(fresh, call('bolt-checkout'), saying(200, { url: '' }), async () => {
    await start.click()
    await says(fresh, 'Failed to start checkout. Please try again.', 'No checkout URL received')
  })
  const gate = Promise.withResolvers<void>()
  const checkoutRequest = fresh.waitForRequest(call('bolt-checkout'))
  await answering(
    fresh,
    call('bolt-checkout'),
    async (route) => {
      await gate.promise
      await route.continue()
    },
    async () => {
      await start.click()
      await expect(plan(fresh, 'Pro').getByRole('button')).toHaveAttribute('aria-busy', 'true')
      await expect(plan(fresh, 'Pro').getByText('Processing...')).toBeVisible()
      await expect(plan(fresh, 'Business').getByRole('button')).toBeDisabled()
      gate.resolve()
      await fresh.waitForURL(/\/c\/pay\//)
    },
  )
  const body = (await checkoutRequest).postDataJSON() as {
    plan_id: string
    success_url: string
    cancel_url: string
  }
  assert.deepEqual(body, {
    plan_id: 'pro',
    success_url: `${instance.url}/success`,
    cancel_url: `${instance.url}/bolt/pricing?canceled=true`,
  })
})

test('[S2-310] a canceled checkout says so, and Try Again leads back to the plans', async () => {
  await go(fresh, '/bolt/pricing?canceled=true')
  await expect(fresh.getByText('Your checkout was canceled')).toBeVisible()
  assert.deepEqual(await violations(fresh), [])
  await button(fresh, 'Try Again').click()
  await at(fresh, '/bolt/pricing')
  await expect(fresh.getByText('Your checkout was canceled')).toHaveCount(0)
  await go(fresh, '/bolt/pricing?canceled=false')
  await expect(plan(fresh, 'Pro')).toBeVisible()
  await expect(fresh.getByText('Your checkout was canceled')).toHaveCount(0)
})

test('[S2-307] [S4-025] [S8-055] [S8-099] [S2-305] the Free plan costs nothing and starts immediately', async () => {
  await go(fresh, '/bolt/pricing')
  const free = plan(fresh, 'Free').getByRole('button', { name: 'Continue Free' })
  await answering(
    fresh,
    '**/rest/v1/bolt_subscriptions?**',
    saying(500, { message: 'x', code: 'XX000' }),
    async () => {
      await free.click()
      await says(fresh, 'Error activating Free Plan — please try again')
    },
  )
  await free.click()
  await says(fresh, 'Free plan activated')
  await at(fresh, /\/bolt\/(dashboard|studio)$/)
  const { data } = await nora.client.from('bolt_subscriptions').select('plan_id, status')
  assert.deepEqual(data, [{ plan_id: 'free', status: 'active' }])
  await go(fresh, '/bolt/pricing')
  const current = plan(fresh, 'Free').getByRole('button', { name: 'Current Plan' })
  await expect(current).toBeDisabled()
  await expect(plan(fresh, 'Pro').getByRole('button', { name: 'Start Free Trial' })).toBeEnabled()
})

test('[S4-028] [S2-305] [S2-306] [S2-309] [S2-315] paying creators are sent to the Studio, or can manage their plan', async () => {
  await go(payer, '/bolt/pricing')
  await at(payer, '/bolt/studio')
  await go(payer, '/bolt/pricing?manage=1')
  await expect(plan(payer, 'Pro').getByRole('button', { name: 'Current Plan' })).toBeDisabled()
  for (const name of ['Free', 'Business'])
    await expect(plan(payer, name).getByRole('button', { name: 'Change Plan' })).toBeDisabled()
  await expect(button(payer, 'Manage Billing')).toBeEnabled()
  await expect(payer.getByText('3-day free trial')).toHaveCount(0)
  assert.deepEqual(await violations(payer), [])
})

test('[S7-060] [S8-060] [S8-061] Manage Billing says why it cannot open: nothing bought yet, the server’s reason, or a default one', async () => {
  await go(payer, '/bolt/pricing?manage=1')
  const portalRequest = payer.waitForRequest(call('bolt-portal'))
  await button(payer, 'Manage Billing').click()
  assert.deepEqual((await portalRequest).postDataJSON(), {
    return_url: `${instance.url}/bolt/pricing?manage=1`,
  })
  await says(payer, 'Error', 'No billing information found. Please subscribe to a plan first.')
  for (const [response, expected] of [
    [{ error: 'The portal is being painted', code: 'x' }, 'The portal is being painted'],
    [{}, 'Failed to open billing portal. Please try again.'],
  ] as const)
    await answering(payer, call('bolt-portal'), saying(500, response), async () => {
      await button(payer, 'Manage Billing').click()
      await says(payer, 'Error', expected)
    })
})

test('[S2-103] [S1-019] My Plan leads to the billing page, from the dashboard and from the navigation', async () => {
  await go(payer, '/studio')
  await payer.getByRole('main').getByRole('link', { name: 'My Plan' }).click()
  await at(payer, '/bolt/studio/billing')
  await go(payer, '/studio')
  await payer
    .getByRole('navigation', { name: 'Main' })
    .getByRole('link', { name: /My Plan/ })
    .click()
  await at(payer, '/bolt/studio/billing')
  await expect(payer.getByRole('navigation', { name: 'Main' })).toContainText('Pro')
})

test('[S4-009] [S2-110] without a subscription the dashboard’s card leads to the plans, its empty state to billing', async () => {
  await go(fresh, '/studio')
  const card = fresh.getByRole('region', { name: 'Plan' })
  await expect(card).toContainText('No active subscription')
  await card.getByRole('link', { name: 'Subscribe' }).click()
  await at(fresh, '/bolt/pricing')
  await go(fresh, '/studio')
  await fresh.getByRole('main').getByRole('link', { name: 'Manage Billing' }).click()
  await at(fresh, '/bolt/studio/billing')
})

test('the dashboard’s card shows the plan while its name loads or fails, and says what live payments need only if it is missing', async () => {
  const card = payer.getByRole('region', { name: 'Plan' })
  const subscription = {
    status: 'active',
    unit_amount: 1900,
    currency: 'eur',
    interval: 'month',
    current_period_end: null,
  }
  const subscriptions = '**/rest/v1/subscriptions?**'
  await answering(payer, subscriptions, saying(200, [subscription]), async () => {
    const failed = Promise.withResolvers<void>()
    let requestCount = 0
    const failing = async (route: Route) => {
      requestCount += 1
      await failed.promise
      // The second attempt never gets a response.
      if (requestCount === 1) await route.fulfill({ status: 500, json: {} })
    }
    await answering(payer, call('billing'), failing, async () => {
      const known = payer.waitForResponse(subscriptions)
      await go(payer, '/studio')
      await known
      await payer.evaluate(
        () => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))),
      )
      await expect.poll(() => requestCount).toBe(1)
      await expect(card.locator('[aria-busy="true"]')).toBeVisible()
      failed.resolve()
      await expect(card).toContainText('€19.00/month')
      await expect(card.locator('[aria-busy="true"]')).toHaveCount(0)
    })
  })
  const needs = card.getByText('Live payments need the Pro plan.')
  for (const [plan, lacks] of [
    ['none', 1],
    ['free', 1],
    ['business', 0],
  ] as const)
    await answering(payer, subscriptions, saying(200, []), async () =>
      answering(payer, call('billing'), forging({ plan }), async () => {
        await go(payer, '/studio')
        await expect(card).toContainText('Test mode is free.')
        await expect(needs).toHaveCount(lacks)
      }),
    )
})

test('[S2-031] [S2-337] [S2-338] [S2-339] [S2-340] [S2-341] [S2-343] payments admin: only for staff, without showing a complete key', async () => {
  await go(visitor, '/bolt/admin/stripe')
  await at(visitor, '/auth?next=%2Fbolt%2Fadmin%2Fstripe')
  await go(payer, '/bolt/admin/stripe')
  await expect(payer.getByRole('heading', { name: 'Staff only', level: 2 })).toBeVisible()
  await go(dana, '/bolt/admin/stripe')
  await expect(dana.getByRole('main').getByText('Test mode')).toBeVisible()
  const masked = dana.getByRole('main').locator('code').first()
  await expect(masked).toHaveText(/^pk_test_\S{4}•+$/)
  await expect(dana.getByText('/webhooks/stripe/test/platform')).toBeVisible()
  await button(dana, 'Reveal key').click()
  await expect(masked).toHaveText(/^pk_test_\w{8,}$/)
  await button(dana, 'Hide key').click()
  await expect(masked).toHaveText(/•/)
  const table = dana.getByRole('table', { name: 'Plans' })
  await expect(table.getByRole('columnheader')).toHaveText([
    'ID',
    'Name',
    'Price',
    'Test price ID',
    'Live price ID',
    'Current ID',
    'Checkout',
  ])
  for (const [id, count] of [
    ['free', 0],
    ['pro', 1],
    ['business', 1],
  ] as const)
    await expect(
      table.getByRole('row').filter({ hasText: id }).getByRole('button', { name: 'Test checkout' }),
    ).toHaveCount(count)
  await expect(table.getByRole('row').filter({ hasText: 'pro' })).toContainText('price_')
  assert.deepEqual(await violations(dana), [])
})

test('[S2-342] [S8-063] [S2-344] a missing price, a failed checkout, and live mode', async () => {
  const admin = (change: object) => async (route: Route) => {
    const response = await route.fetch()
    const body = (await response.json()) as { plans: { id: string }[] }
    await route.fulfill({
      response,
      json: {
        ...body,
        plans: body.plans.map((row) => (row.id === 'pro' ? { ...row, current_price_id: null } : row)),
        ...change,
      },
    })
  }
  await answering(dana, call('stripe-admin'), admin({ mode: 'live', configured: false }), async () => {
    await go(dana, '/bolt/admin/stripe')
    await expect(dana.getByText('Live mode detected! Test charges will be real.')).toBeVisible()
    await expect(dana.getByText('Add STRIPE_SECRET_KEY_LIVE to enable checkouts.')).toBeVisible()
    const row = (name: string) => dana.getByRole('row').filter({ hasText: name })
    await expect(row('Pro').getByText('Missing!')).toBeVisible()
    await expect(row('Business').getByText('Missing!')).toHaveCount(0)
    await expect(row('Free').getByText('Missing!')).toHaveCount(0)
    await row('Pro').getByRole('button', { name: 'Test checkout' }).click()
    await says(dana, 'Failed to create test checkout', 'No price ID found for this plan')
    assert.deepEqual(await violations(dana), [])
    await answering(dana, call('bolt-checkout'), saying(500, {}), async () => {
      await row('Business').getByRole('button', { name: 'Test checkout' }).click()
      await says(dana, 'Failed to create test checkout')
    })
  })
})

test('[S2-311] [S2-312] [S6-014] [S6-015] the Day Pass row is shown only to confirmed staff of exactly the two domains', async () => {
  const row = (page: Page) => page.getByRole('region', { name: 'Day Pass' }).filter({ hasText: '€1' })
  await go(dana, '/pricing')
  await expect(row(dana)).toContainText('€1 one-time')
  await expect(row(dana)).toContainText('24-hour access, full platform access, instant activation')
  await expect(dana.getByText('Staff view')).toBeVisible()
  await expect(dana.getByRole('link', { name: 'Payments admin' })).toHaveAttribute(
    'href',
    '/bolt/admin/stripe',
  )
  assert.deepEqual(await violations(dana), [])
  const miller = await person('ada@millers.test')
  const ada = await open(miller)
  await go(ada, '/pricing')
  await expect(row(ada)).toBeVisible()
  for (const email of ['eve@bakehouse.test.evil.test', 'eve@notbakehouse.test', 'eve@sub.bakehouse.test']) {
    const page = await open(await person(email))
    await go(page, '/pricing')
    await expect(plan(page, 'Pro').getByRole('button', { name: 'Start Free Trial' })).toBeVisible()
    await expect(row(page)).toHaveCount(0)
    await expect(page.getByText('Staff view')).toHaveCount(0)
    await page.context().close()
  }
  // The email address is no longer confirmed, so its ownership is unproven.
  const database = new pg.Client((keys as unknown as { databaseUrl: string }).databaseUrl)
  await database.connect()
  await database.query('update auth.users set email_confirmed_at = null where id = $1', [
    miller.session.user.id,
  ])
  await database.end()
  await ada.reload()
  await expect(plan(ada, 'Pro')).toBeVisible()
  await expect(row(ada)).toHaveCount(0)
  await ada.context().close()
})

test('[S8-059] a Day Pass that cannot be sold shows an error', async () => {
  await go(dana, '/pricing')
  await answering(dana, call('bolt-checkout'), saying(500, {}), async () => {
    await button(dana, 'Get Day Pass').click()
    await says(dana, 'Payment Error', 'Unable to create checkout session. Please try again.')
  })
})

test('a limit of the plan opens the paywall with the server’s message instead of a toast', async () => {
  await go(payer, '/bolt/billing')
  const refusal = { error: 'Your plan does not include this', code: 'upgrade_required' }
  await answering(payer, call('bolt-portal'), saying(402, refusal), async () => {
    await button(payer, 'Manage Billing').click()
    const wall = payer.getByRole('dialog', { name: 'Upgrade Plan' })
    await expect(wall).toContainText('Your plan does not include this')
    // An account on Pro is offered what is above it.
    await expect(wall).toContainText('€59/month')
    await expect(wall).not.toContainText('€19/month')
    await expect(payer.locator('.bb-toast')).toHaveCount(0)
    assert.deepEqual(await violations(payer), [])
    await wall.getByRole('button', { name: 'Upgrade Plan' }).click()
    await at(payer, '/bolt/pricing?manage=1')
  })
})

test('in live mode, the pages of a block say which plan it needs before anything is typed', async () => {
  const ida = await person('ida@cornermill.test')
  await givePlan(ida, 'free')
  const { id } = await makeTenant(ida, 'Ida’s mill')
  const page = await open(ida)
  const notice = page.locator('main').getByText(/In live mode, \w+ needs Pro\./)
  const setMode = async (stripe_mode: string) =>
    assert.ifError((await operator.from('tenants').update({ stripe_mode }).eq('id', id)).error)
  for (const [path, title] of [
    ['/bolt/tickets', 'Tickets'],
    ['/bolt/library', 'Library'],
  ] as const) {
    await setMode('test')
    await go(page, path)
    await expect(page.getByRole('navigation', { name: title })).toBeVisible()
    await expect(page.locator('main [role=status], main h2').first()).toBeVisible()
    await expect(notice).toHaveCount(0)
    await setMode('live')
    await page.reload()
    await expect(notice).toHaveText(`In live mode, ${title} needs Pro. In test mode you can try it.`)
    await page.getByRole('button', { name: 'Choose Pro' }).click()
    await expect(page.getByRole('dialog')).toContainText(`In live mode, ${title} needs Pro.`)
    await page.keyboard.press('Escape')
  }
  await givePlan(ida, 'pro')
  await page.reload()
  await expect(page.getByRole('heading', { level: 2 }).first()).toBeVisible()
  await expect(notice).toHaveCount(0)
})
