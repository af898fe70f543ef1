import { blocks, snippetBlocks } from '#blocks/registry.ts'
import { placesOf } from '#kernel/browser/block-manifest.ts'
import type { Unit } from '#kernel/unit.ts'
import * as account from './account/routes.ts'
import * as activity from './activity/routes.ts'
import * as audit from './audit/routes.ts'
import * as connect from './connect/routes.ts'
import * as customers from './customers/routes.ts'
import * as install from './install/routes.ts'
import { block as myBlock } from './my-blocks/block.ts'
import * as myBlocks from './my-blocks/routes.ts'
import * as marketing from './marketing/routes.ts'
import * as orders from './orders/routes.ts'
import * as people from './people/routes.ts'
import * as plans from './plans/routes.ts'
import * as playground from './playground/routes.ts'
import * as staff from './staff/routes.ts'
import * as stats from './stats/routes.ts'
import * as tables from './tables/routes.ts'
import * as teams from './teams/routes.ts'
import * as tenants from './tenants/routes.ts'
import * as trustCheck from './trust-check/routes.ts'
import * as webhooks from './webhooks/routes.ts'

/** The features that the server serves, in mounting order. */
export const featureUnits = {
  account,
  activity,
  audit,
  connect,
  customers,
  install: {
    functions: install.functionsFor({ blocks: [...Object.values(blocks), myBlock], snippetBlocks }),
  },
  myBlocks,
  marketing: {
    functions: marketing.functions,
    pages: marketing.pagesFor(Object.values(blocks).map(({ title }) => title)),
  },
  orders,
  people,
  plans,
  playground,
  staff,
  stats,
  tables,
  teams,
  tenants,
  trustCheck: {
    functions: trustCheck.functionsFor(placesOf([...Object.values(blocks), myBlock])),
  },
  webhooks,
} satisfies Record<string, Unit>
