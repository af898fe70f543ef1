import { plural } from '#kernel/browser/local.ts'
import type { Texts } from './en.ts'

export const texts: Texts = {
  title: 'Cijfers',
  views: (count) => plural(count, { one: '# weergave', other: '# weergaven' }),
  visits: (count) => plural(count, { one: '# bezoek', other: '# bezoeken' }),
  visitors: (count) => plural(count, { one: '# bezoeker', other: '# bezoekers' }),
  members: (count) => plural(count, { one: '# lid', other: '# leden' }),
  orders: (count) => plural(count, { one: '# bestelling', other: '# bestellingen' }),
  errors: {
    no_tenant: 'Geen tenant opgegeven',
    tenant_not_found: 'Tenant niet gevonden',
    load_failed: 'De cijfers konden niet worden geladen',
  },
}
