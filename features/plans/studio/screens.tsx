import { lazy } from '#ui/lazy.tsx'
import type { Screen } from '#studio/screen.ts'

const Pricing = lazy(() => import('./pricing/pricing-screen.tsx'))
const Billing = lazy(() => import('./billing/billing-screen.tsx'))
const BillingResult = lazy(() => import('./billing/billing-result-screen.tsx'))

export const plansScreens: readonly Screen[] = [
  { path: '/pricing', title: 'Pricing', Component: Pricing, guard: 'public' },
  { path: '/bolt/pricing', title: 'Pricing', Component: Pricing, guard: 'public' },
  { path: '/bolt/billing', title: 'Billing', Component: Billing, guard: 'login' },
  // These two redirect signed-out visitors themselves, because their return parameter is named `redirect`.
  { path: '/studio/billing', title: 'Billing', Component: BillingResult, guard: 'public' },
  { path: '/bolt/studio/billing', title: 'Billing', Component: BillingResult, guard: 'public' },
  {
    path: '/success',
    title: 'Payment Successful',
    Component: lazy(() => import('./success/success-screen.tsx')),
    guard: 'login',
  },
  {
    path: '/bolt/admin/stripe',
    title: 'Payments admin',
    Component: lazy(() => import('./admin/stripe-admin-screen.tsx')),
    guard: 'login',
  },
]
