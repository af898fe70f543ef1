import type { BlockNav, BlockStudio, Screen } from '#studio/screen.ts'
import type { TenantTab } from '#studio/tenant/tenant-tab.ts'
import { analyticsStudio } from './analytics/studio/screens.tsx'
import { authStudio } from './auth/studio/screens.tsx'
import { databaseStudio } from './database/studio/screens.tsx'
import { payStudio } from './pay/studio/screens.tsx'
import { libraryStudio } from './library/studio/screens.tsx'
import { promptStudio } from './prompt/studio/screens.tsx'
import type { BlockName } from './registry.ts'
import { ticketsStudio } from './tickets/studio/screens.tsx'

/** One line per block. The order here is the order of the tabs. */
const byBlock: Record<BlockName, BlockStudio> = {
  auth: authStudio,
  pay: payStudio,
  form: databaseStudio,
  tickets: ticketsStudio,
  library: libraryStudio,
  prompt: promptStudio,
  analytics: analyticsStudio,
}

export const blockScreens: readonly Screen[] = Object.values(byBlock).flatMap(({ screens = [] }) => screens)

/** What each block adds, by its name in the registry. */
export const blockStudios = Object.entries(byBlock) as [BlockName, BlockStudio][]

/** The blocks' entries in the navigation, in their order. */
export const blockNav: readonly BlockNav[] = Object.values(byBlock)
  .flatMap(({ nav = [] }) => nav)
  .toSorted((a, b) => a.order - b.order)

export const blockTenantTabs: readonly TenantTab[] = Object.values(byBlock).flatMap(({ tabs = [] }) => tabs)
