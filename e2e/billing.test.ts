// Billing, the return from a checkout, and the day pass, with delayed, refused or forged responses where
// needed.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Page, Request, Route } from 'playwright-core'
import { expect } from '#testing/browser.ts'
import { violations } from './accessibility.ts'
import { makeTenant } from './api.ts'
import { stopClock } from './clock.ts'
import { PASSWORD } from './creator.ts'
import { answering, button, call, forging, plan, planScreens, says, saying } from './plan-screens.ts'

const { instance, operator, person, givePlan, open, go, at } = await planScreens(
  'bakehouse.test,millers.test',
)
const [nora, paying, staff] = [
  await person('nora@cornermill.test'),
  await person('otto@cornermill.test'),
  await person('dana@bakehouse.test'),
]
const staffTenant = await makeTenant(staff, 'Bakehouse')
await givePlan(paying, 'pro')
let visitor = await open()
const fresh = await open(nora)
const payer = await open(paying)
const dana = await open(staff)

test('[S2-028] [S2-323] [S2-324] [S2-325] the billing page: canceled, unknown, the plan, and nothing for visitors', async () => {
  for (const path of ['/studio/billing', '/bolt/studio/billing']) {
    await go(visitor, path)
    await at(visitor, '/auth?redirect=/bolt/studio/billing')
    await go(payer, `${path}?status=cancel`)
    await expect(payer.getByRole('heading', { name: 'Payment was canceled' })).toBeVisible()
    await expect(payer.getByRole('link', { name: 'Back to Pricing' })).toBeVisible()
    await go(payer, `${path}?status=paid`)
    await expect(
      payer.getByRole('heading', { name: "We couldn't determine the payment status" }),
    ).toBeVisible()
    await go(payer, path)
    await expect(payer.getByRole('region', { name: 'Plan' })).toContainText('Pro')
    await expect(button(payer, 'Manage Billing')).toBeVisible()
    assert.deepEqual(await violations(payer), [])
  }
  // The result of a checkout is still requested after signing in.
  await go(visitor, '/studio/billing?session_id=cs_test_none&status=ok')
  await at(
    visitor,
    `/auth?redirect=${encodeURIComponent('/bolt/studio/billing?session_id=cs_test_none&status=ok')}`,
  )
  await visitor.getByLabel('Email').fill('otto@cornermill.test')
  await visitor.getByLabel('Password', { exact: true }).fill(PASSWORD)
  await visitor.getByRole('button', { name: 'Sign In', exact: true }).last().click()
  await at(visitor, '/bolt/studio/billing?session_id=cs_test_none&status=ok')
  await visitor.context().close()
  visitor = await open()
  await go(payer, '/studio/billing?status=cancel')
  await payer.getByRole('link', { name: 'Back to Pricing' }).click()
  await expect(plan(payer, 'Pro')).toBeVisible()
})

test('[S2-318] status=ok in the address is not trusted: without a payment the status is unknown', async () => {
  for (const query of ['ok', 'status=ok', 'status=ok&session_id=cs_test_none']) {
    await go(payer, `/studio/billing?${query}`)
    await expect(
      payer.getByRole('heading', { name: "We couldn't determine the payment status" }),
    ).toBeVisible()
    await expect(payer.getByText('Payment successful')).toHaveCount(0)
  }
})

test('[S2-321] [S7-069] [S8-073] [S8-074] [S8-075] a payment that exists, and a billing portal that does not', async () => {
  const paid = saying(200, { status: 'complete', active: true })
  await answering(payer, call('bolt-checkout-status'), paid, async () => {
    for (const [status, response, expected] of [
      [500, {}, 'Could not load billing portal.'],
      [
        404,
        { error: 'x', code: 'no_billing' },
        "We couldn't find your billing profile yet. It may take a moment to sync.",
      ],
      [
        401,
        { error: 'x', code: 'not_authenticated' },
        "You're not signed in. Please log in to manage billing.",
      ],
    ] as const)
      await answering(payer, call('bolt-portal'), saying(status, response), async () => {
        await go(payer, '/studio/billing?status=ok&session_id=cs_test_1')
        await expect(payer.getByRole('heading', { name: 'Payment successful' })).toBeVisible()
        await expect(payer.locator('.bb-drawn-tick')).toBeVisible()
        await expect(payer.getByRole('alert')).toHaveText(expected)
        await expect(button(payer, 'Try again')).toBeVisible()
      })
    await answering(
      payer,
      call('bolt-portal'),
      saying(200, { url: `${instance.sandboxUrl}/p/1` }),
      async () => {
        await button(payer, 'Try again').click()
        await expect(payer.getByRole('link', { name: 'Manage Billing' })).toHaveAttribute(
          'href',
          `${instance.sandboxUrl}/p/1`,
        )
      },
    )
    await payer.getByRole('main').getByRole('link', { name: 'Go to Studio' }).click()
    await at(payer, '/studio')
  })
})

test('[S8-062] a plan that ended can be renewed in one step; a failure shows an error', async () => {
  await givePlan(paying, 'pro', 'canceled')
  await go(payer, '/bolt/billing')
  const again = button(payer, 'Resubscribe')
  await expect(payer.getByRole('region', { name: 'Plan' })).toContainText('Canceled')
  assert.deepEqual(await violations(payer), [])
  await answering(payer, call('bolt-checkout'), saying(500, {}), async () => {
    await again.click()
    await says(payer, 'Failed to start checkout process.')
  })
  await givePlan(paying, 'pro')
})

/** Installs the page's clock. It runs until `stop`; afterwards only `page.clock` advances it. */
async function holdClock(page: Page) {
  await page.clock.install()
  return {
    stop: () => stopClock(page),
  }
}

test('[S2-029] [S2-326] [S2-327] [S2-329] [S2-330] [S9-022] [S9-023] [S4-029] the success page polls every 5 seconds, at most 21 times', async () => {
  await go(visitor, '/success')
  await at(visitor, '/auth?next=%2Fsuccess')
  const page = await open(nora)
  // Record the page's own time of each request from this screen; the surrounding layout makes other requests.
  await page.addInitScript(() => {
    const times: number[] = []
    Object.assign(window, { pollTimes: times })
    const real = window.fetch
    window.fetch = (input, init) => {
      const url = input instanceof Request ? input.url : String(input)
      if (url.endsWith('/bolt-checkout-status')) times.push(Date.now())
      return real(input, init)
    }
  })
  let accessRequests = 0
  const pending = new Set<Request>()
  page.on('request', (request) => {
    if (request.url().includes('/functions/v1/')) pending.add(request)
    accessRequests += Number(request.url().endsWith('/functions/v1/access'))
  })
  for (const over of ['requestfinished', 'requestfailed'] as const)
    page.on(over as 'requestfinished', (request) => pending.delete(request))
  const clock = await holdClock(page)
  await go(page, '/success?session_id=cs_test_none')
  await expect(page.getByRole('heading', { name: 'Payment Successful!' })).toBeVisible()
  await expect(page.getByRole('link', { name: 'Go to Studio' })).toHaveAttribute('href', '/studio')
  await expect(page.getByRole('link', { name: 'Return Home' })).toHaveAttribute('href', '/')
  assert.deepEqual(await violations(page), [])
  await clock.stop()
  const late = page.getByText('This is taking longer than usual.', { exact: false })
  const advance = async (milliseconds: number) => {
    for (let elapsedMs = 0; elapsedMs < milliseconds; elapsedMs += 1000) {
      await page.clock.runFor(1000)
      // The page's clock is stopped while responses arrive; their data is rendered with a short delay.
      await page.evaluate(() => 0)
      await expect.poll(() => pending.size).toBe(0)
      await page.evaluate(() => 0)
    }
  }
  for (let tries = 0; tries < 60 && !(await late.isVisible()); tries++) await advance(5000)
  await expect(late).toBeVisible()
  await advance(20_000)
  const pollTimes = await page.evaluate(() => (window as unknown as { pollTimes: number[] }).pollTimes)
  assert.equal(pollTimes.length, 22, 'the first request and 21 polls')
  const gaps = pollTimes.slice(1).map((time, index) => time - pollTimes[index]!)
  assert.ok(
    gaps.every((gap) => gap >= 5000),
    gaps.join(),
  )
  // The page may read a response late on its clock, so the shortest gap is the interval.
  assert.ok(Math.min(...gaps) < 6000, gaps.join())
  assert.ok(accessRequests >= 22, `${accessRequests} requests for the access`)
  await page.context().close()
})

test('[S2-328] [S2-331] the success page leads to the Studio once the server confirms the payment, and grants nothing itself', async () => {
  await operator.from('bolt_subscriptions').delete().eq('user_id', nora.session.user.id)
  await go(fresh, '/success?session_id=cs_test_made_up')
  await expect(fresh.getByRole('heading', { name: 'Payment Successful!' })).toBeVisible()
  const access = await fresh.waitForResponse(call('access'))
  assert.equal(((await access.json()) as { active: boolean }).active, false)
  await givePlan(nora, 'pro', 'trialing')
  await expect(fresh.getByText('Your plan is active. Opening the Studio.')).toBeVisible()
  await expect(fresh.locator('.bb-drawn-tick path')).toHaveCSS('animation-name', 'bb-draw-tick')
  await at(fresh, '/bolt/studio')
  await operator.from('bolt_subscriptions').delete().eq('user_id', nora.session.user.id)
})

test('[S2-322] [S5-053] [S6-016] [S6-017] [S7-063] [S8-076] staff grant a free day after a confirmation; the server refuses everyone else', async () => {
  await go(payer, '/bolt/studio/billing')
  await expect(payer.getByRole('region', { name: 'Plan' })).toBeVisible()
  await expect(button(payer, 'Grant Day Pass')).toHaveCount(0)
  await go(dana, '/studio/billing?status=ok')
  const sent: string[] = []
  dana.on('request', (request) => request.url().includes('grant-day-pass') && sent.push(request.postData()!))
  const confirmation = dana.getByRole('alertdialog', { name: 'Grant Day Pass' })
  await button(dana, 'Grant Day Pass').click()
  await expect(confirmation).toContainText('Grant a free 24h Day Pass to this tenant?')
  assert.deepEqual(await violations(dana), [])
  await confirmation.getByRole('button', { name: 'Cancel' }).click()
  await expect(confirmation).toBeHidden()
  assert.deepEqual(sent, [])
  const loaded = dana.waitForEvent('load')
  await button(dana, 'Grant Day Pass').click()
  await confirmation.getByRole('button', { name: 'Grant Day Pass' }).click()
  await loaded
  assert.deepEqual(JSON.parse(sent[0]!), {
    tenant_id: staffTenant.id,
    minutes: 1440,
    extend: true,
    note: 'complimentary',
  })
  await expect(dana.getByText('Continue using your Day Pass')).toBeVisible()
  // Nora has a tenant and claims to be staff.
  await makeTenant(nora, 'Corner Mill')
  await answering(fresh, call('access'), forging({ staff: true }), async () => {
    await go(fresh, '/bolt/studio/billing')
    await button(fresh, 'Grant Day Pass').click()
    await fresh.getByRole('alertdialog').getByRole('button', { name: 'Grant Day Pass' }).click()
    await expect(fresh.getByRole('alert')).toHaveText('Error: Only staff may do this')
  })
})

/** Gives Dana a day pass that ends in this many minutes. */
const setPass = async (minutes: number) => {
  const access_expires_at = new Date(Date.now() + minutes * 60_000).toISOString()
  const pass = { subscription_tier: 'day_pass', subscription_status: 'active', access_expires_at }
  assert.ifError((await operator.from('tenants').update(pass).eq('id', staffTenant.id)).error)
}

test('[S2-088] [S2-089] [S2-090] [S2-313] the Day Pass counts down on every screen; Refresh reloads it', async () => {
  await setPass(702)
  await go(dana, '/bolt/studio')
  const banner = dana.getByRole('region', { name: 'Day Pass', exact: true })
  await expect(banner).toContainText('Continue using your Day Pass')
  await expect(banner.getByRole('timer')).toHaveText('11h 42m remaining')
  assert.deepEqual(await violations(dana), [])
  await setPass(47)
  await banner.getByRole('button', { name: 'Refresh' }).click()
  await expect(banner.getByRole('timer')).toHaveText('0h 47m remaining')
  assert.deepEqual(await violations(dana), [])
  await go(dana, '/pricing')
  await expect(dana.getByRole('region', { name: 'Day Pass' }).filter({ hasText: '€1' })).toContainText(
    'Active',
  )
})

test('a reload reserves the banner’s height: nothing moves when the response arrives', async () => {
  await setPass(702)
  await go(dana, '/bolt/billing')
  const banner = dana.getByRole('region', { name: 'Day Pass', exact: true })
  await expect(banner).toBeVisible()
  const top = async () => (await dana.getByRole('main').boundingBox())!.y
  const before = await top()
  const height = (await banner.boundingBox())!.height
  assert.ok(height >= 48, `${height} px`)
  const gate = Promise.withResolvers<void>()
  const late = async (route: Route) => {
    await gate.promise
    await route.continue()
  }
  await answering(dana, call('access'), late, async () => {
    const request = dana.waitForRequest(call('access'))
    await dana.reload()
    await request
    await expect(dana.getByRole('heading', { name: 'Billing', level: 1 })).toBeVisible()
    await expect(banner).toHaveCount(0)
    assert.equal(await top(), before, 'the height is reserved')
    gate.resolve()
    await expect(banner).toBeVisible()
    assert.equal(await top(), before, 'the banner fills it')
  })
  // After a visit without a banner no height is reserved.
  await setPass(-1)
  await dana.reload()
  await expect.poll(top).toBe(before - height)
  await answering(
    dana,
    call('access'),
    (route) => route.abort(),
    async () => {
      await dana.reload()
      await expect(dana.getByRole('heading', { name: 'Billing', level: 1 })).toBeVisible()
      assert.equal(await top(), before - height)
    },
  )
})

test('[S2-091] [S2-092] [S4-019] [S9-021] when the pass ends the server is asked; its response leads to the plans, except from pages that manage plans', async () => {
  await setPass(47)
  const clock = await holdClock(dana)
  await go(dana, '/bolt/studio')
  const banner = dana.getByRole('region', { name: 'Day Pass', exact: true })
  await expect(banner.getByRole('timer')).toHaveText('0h 47m remaining')
  await clock.stop()
  const accessRequest = dana.waitForRequest(call('access'))
  await dana.clock.runFor(60_000)
  await accessRequest
  // The page's clock alone does not end the pass: the server says that it is still valid.
  await dana.clock.fastForward('46:30')
  await expect(banner.getByRole('timer')).toHaveText('0h 00m remaining')
  await dana.waitForLoadState('networkidle')
  await at(dana, '/bolt/studio')
  await dana.clock.resume()
  await setPass(-1)
  const request = dana.waitForRequest(
    (request) => request.method() === 'PATCH' && /rest\/v1\/tenants/.test(request.url()),
  )
  await banner.getByRole('button', { name: 'Refresh' }).click()
  assert.equal(((await request).postDataJSON() as { status: string }).status, 'expired')
  await at(dana, '/bolt/pricing')
  // On pages that manage plans the countdown stays at zero.
  await setPass(3000)
  await go(dana, '/bolt/billing')
  await expect(banner.getByRole('timer')).not.toHaveText('0h 00m remaining')
  await setPass(-1)
  await banner.getByRole('button', { name: 'Refresh' }).click()
  await expect(dana.getByRole('heading', { name: 'No active subscription' })).toBeVisible()
  await at(dana, '/bolt/billing')
  await expect(banner).toBeVisible()
})
