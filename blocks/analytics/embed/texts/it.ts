import { plural } from '#kernel/browser/local.ts'
import type { Texts } from './en.ts'

export const texts: Texts = {
  title: 'Cifre',
  views: (count) => plural(count, { one: '# visualizzazione', other: '# visualizzazioni' }),
  visits: (count) => plural(count, { one: '# visita', other: '# visite' }),
  visitors: (count) => plural(count, { one: '# visitatore', other: '# visitatori' }),
  members: (count) => plural(count, { one: '# membro', other: '# membri' }),
  orders: (count) => plural(count, { one: '# ordine', other: '# ordini' }),
  errors: {
    no_tenant: 'Nessun tenant indicato',
    tenant_not_found: 'Tenant non trovato',
    load_failed: 'Impossibile caricare le cifre',
  },
}
