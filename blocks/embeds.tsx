import type { block as myBlock } from '#features/my-blocks/block.ts'
import type { EmbedPageModule } from '#kernel/browser/embed-page.ts'
import type { BlockName } from './registry.ts'

/** Pages under `/embed/` by block. The first page of each is the block itself, with the block's name. */
export const embeds = {
  auth: {
    auth: () => import('./auth/embed/auth-page.tsx'),
    profile: () => import('./auth/embed/profile-page.tsx'),
    team: () => import('./auth/embed/team/team-page.tsx'),
    invitation: () => import('./auth/embed/team/invitation-page.tsx'),
    success: () => import('./auth/embed/success-page.tsx'),
    confirm: () => import('./auth/embed/confirm-page.tsx'),
    consent: () => import('./auth/embed/consent-page.tsx'),
    'auth-return': () => import('./auth/embed/auth-return-page.tsx'),
    auth0: () => import('./auth/embed/auth0/auth0-page.tsx'),
    passkey: () => import('./auth/embed/passkey-page.tsx'),
  },
  pay: {
    pay: () => import('./pay/embed/pay-page.tsx'),
    checkout: () => import('./pay/embed/checkout-page.tsx'),
    'checkout-frame': () => import('./pay/embed/checkout-frame-page.tsx'),
  },
  form: {
    form: () => import('./database/embed/form-page.tsx'),
    list: () => import('./database/embed/list/list-page.tsx'),
    calendar: () => import('./database/embed/list/calendar-page.tsx'),
  },
  tickets: {
    tickets: () => import('./tickets/embed/tickets-page.tsx'),
  },
  library: {
    library: () => import('./library/embed/library-page.tsx'),
    gate: () => import('./library/embed/gate-page.tsx'),
    certificate: () => import('./library/embed/certificate-page.tsx'),
  },
  prompt: { prompt: () => import('./prompt/embed/prompt-page.tsx') },
  analytics: { analytics: () => import('./analytics/embed/analytics-page.tsx') },
  'my-block': {
    'my-block': () => import('#features/my-blocks/embed/my-block-page.tsx'),
  },
} satisfies Record<BlockName | typeof myBlock.name, Record<string, () => Promise<EmbedPageModule>>>
