import { plural } from '#kernel/browser/local.ts'
import type { Texts } from './en.ts'

export const texts: Texts = {
  title: 'Zahlen',
  views: (count) => plural(count, { one: '# Aufruf', other: '# Aufrufe' }),
  visits: (count) => plural(count, { one: '# Besuch', other: '# Besuche' }),
  visitors: (count) => plural(count, { one: '# Besucher', other: '# Besucher' }),
  members: (count) => plural(count, { one: '# Mitglied', other: '# Mitglieder' }),
  orders: (count) => plural(count, { one: '# Bestellung', other: '# Bestellungen' }),
  errors: {
    no_tenant: 'Kein Mandant angegeben',
    tenant_not_found: 'Mandant nicht gefunden',
    load_failed: 'Die Zahlen konnten nicht geladen werden',
  },
}
