import { plural } from '#kernel/browser/local.ts'
import type { Translated } from '#kernel/browser/spoken.ts'

/** Copy of the block, in English. Another language is a file beside this one and a line in spoken.ts. */
export const texts = {
  title: 'Figures',
  views: (count: number) => plural(count, { one: '# view', other: '# views' }),
  visits: (count: number) => plural(count, { one: '# visit', other: '# visits' }),
  visitors: (count: number) => plural(count, { one: '# visitor', other: '# visitors' }),
  members: (count: number) => plural(count, { one: '# member', other: '# members' }),
  orders: (count: number) => plural(count, { one: '# order', other: '# orders' }),
  errors: {
    no_tenant: 'No tenant specified',
    tenant_not_found: 'Tenant not found',
    load_failed: 'The figures could not be loaded',
  },
}

export type Texts = Translated<typeof texts>
