import type { Unit } from '#kernel/unit.ts'
import * as analytics from './analytics/routes.ts'
import * as auth from './auth/routes.ts'
import * as form from './database/routes.ts'
import * as pay from './pay/routes.ts'
import * as library from './library/routes.ts'
import * as prompt from './prompt/routes.ts'
import type { BlockName } from './registry.ts'
import * as tickets from './tickets/routes.ts'

/** The server units of the blocks. */
export const blockUnits = { auth, pay, form, tickets, library, prompt, analytics } satisfies Record<
  BlockName,
  Unit
>
