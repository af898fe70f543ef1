import { lazy } from '#ui/lazy.tsx'
import { blockScreens } from '#blocks/screens.tsx'
import { featureScreens } from '#features/screens.tsx'
import type { Screen } from './screen.ts'

const BlocksScreen = lazy(() => import('./block-kinds/blocks-screen.tsx'))
const ConnectScreen = lazy(() => import('./connect-screen.tsx'))
const DashboardScreen = lazy(() => import('./dashboard-screen.tsx'))
const HomeScreen = lazy(() => import('./home-screen.tsx'))

const shellScreens: Screen[] = [
  { path: '/', title: 'Home', Component: HomeScreen, guard: 'public', light: true },
  {
    path: '/home',
    title: 'Home',
    Component: lazy(() => import('./landing-screen.tsx')),
    guard: 'public',
    light: true,
  },
  {
    path: '/try',
    title: 'Try in 60 seconds',
    Component: lazy(() => import('./try-screen.tsx')),
    guard: 'public',
  },
  {
    path: '/bolt',
    title: 'Get Started',
    Component: lazy(() => import('./gate-screen.tsx')),
    guard: 'public',
  },
  {
    path: '/auth',
    title: 'Sign in',
    Component: lazy(() => import('./auth/auth-screen.tsx')),
    guard: 'public',
    frame: 'bare',
  },
  {
    path: '/auth/confirm',
    title: 'Confirm your email',
    Component: lazy(() => import('./auth/confirm-screen.tsx')),
    guard: 'public',
    frame: 'bare',
  },
  {
    path: '/auth/callback',
    title: 'Sign in',
    Component: lazy(() => import('./auth/callback-screen.tsx')),
    guard: 'public',
    frame: 'bare',
  },
  {
    path: '/auth/new-password',
    title: 'Choose a password',
    Component: lazy(() => import('./auth/new-password-screen.tsx')),
    guard: 'public',
    frame: 'bare',
  },
  {
    path: '/invitation',
    title: 'Invitation',
    Component: lazy(() => import('./auth/invitation-screen.tsx')),
    // The invited may have no account yet.
    guard: 'public',
    frame: 'bare',
  },
  {
    path: '/oauth/consent',
    title: 'Sign in to an app',
    Component: lazy(() => import('./oauth/consent-screen.tsx')),
    guard: 'login',
    frame: 'bare',
  },
  {
    path: '/studio',
    title: 'Studio Dashboard',
    Component: DashboardScreen,
    guard: 'login',
  },
  {
    path: '/bolt/studio',
    title: 'Studio Dashboard',
    Component: DashboardScreen,
    guard: 'active',
  },
  { path: '/studio/connect', title: 'Connect', Component: ConnectScreen, guard: 'settings' },
  { path: '/bolt/connect', title: 'Connect', Component: ConnectScreen, guard: 'settings' },
  { path: '/bolt/blocks', title: 'My Blocks', Component: BlocksScreen, guard: 'paid', ownersPlan: true },
  { path: '/bolt/dashboard', title: 'My Blocks', Component: BlocksScreen, guard: 'active', ownersPlan: true },
  {
    path: '/studio/account',
    title: 'Account',
    Component: lazy(() => import('./account/account-screen.tsx')),
    guard: 'login',
  },
]

/** The whole route table; every other path shows the 404 page. */
export const screens: readonly Screen[] = [...shellScreens, ...featureScreens, ...blockScreens]
