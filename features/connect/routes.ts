import { creator } from '#kernel/http/guards.ts'
import { route } from '#kernel/http/route.ts'
import type { Route } from '#kernel/http/route.ts'
import type { Unit } from '#kernel/unit.ts'
import { readAccountLabel } from './account-label.ts'
import * as contracts from './contract.ts'
import { dashboardLink } from './dashboard-link.ts'
import { disconnect } from './disconnect.ts'
import * as endpoints from './endpoints.ts'
import { startOAuth } from './oauth/start-oauth.ts'
import { startOnboarding } from './onboarding.ts'
import { releaseAccounts } from './release.ts'
import { connectSetup } from './setup.ts'
import { refundSmoke } from './smoke/refund-smoke.ts'
import { startSmoke } from './smoke/start-smoke.ts'
import { setTenantMode } from './tenant-mode.ts'
import { readChangedAccount } from './thin-events.ts'

export { returnPages as pages } from './return-pages.ts'
export { paymentHandlers } from './payment-handlers.ts'

export const functions: Route[] = [
  route(endpoints.connectStart, creator, contracts.connectStartContract, ({ kernel, claims, input }) =>
    startOnboarding(kernel, claims, input),
  ),
  route(
    endpoints.startExpressOnboarding,
    creator,
    contracts.startExpressContract,
    ({ kernel, claims, input }) => startOnboarding(kernel, claims, input),
  ),
  route(
    endpoints.startStandardOAuth,
    creator,
    contracts.startOAuthContract,
    async ({ kernel, claims, input }) => {
      const { url, cookie } = await startOAuth(kernel, claims, input)
      return Response.json({ url }, { headers: { 'set-cookie': cookie } })
    },
  ),
  route(endpoints.accountLabel, creator, contracts.accountLabelContract, ({ kernel, claims, input }) =>
    readAccountLabel(kernel, claims, input.tenant_id),
  ),
  route(endpoints.disconnectStripe, creator, contracts.disconnectContract, ({ kernel, claims, input }) =>
    disconnect(kernel, claims, input),
  ),
  route(endpoints.setMode, creator, contracts.setModeContract, ({ kernel, claims, input }) =>
    setTenantMode(kernel, claims, input),
  ),
  route(endpoints.smokeCheckout, creator, contracts.smokeCheckoutContract, ({ kernel, claims, input }) =>
    startSmoke(kernel, claims, input.tenant_id),
  ),
  route(endpoints.smokeRefund, creator, contracts.smokeRefundContract, ({ kernel, claims, input }) =>
    refundSmoke(kernel, claims, input.tenant_id),
  ),
  route(endpoints.stripeDashboard, creator, contracts.stripeDashboardContract, ({ kernel, claims, input }) =>
    dashboardLink(kernel, claims, input),
  ),
  route(endpoints.setup, creator, contracts.setupContract, async ({ kernel }) =>
    connectSetup(kernel.config.payments),
  ),
]

export const jobs: NonNullable<Unit['jobs']> = {
  'connect-account': readChangedAccount,
  'connect-release': releaseAccounts,
}

export const schedules: NonNullable<Unit['schedules']> = { 'connect-release': '*/5 * * * *' }
