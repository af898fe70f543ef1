import { plural } from '#kernel/browser/local.ts'
import type { Texts } from './en.ts'

export const texts: Texts = {
  title: 'Liczby',
  views: (count) =>
    plural(count, {
      one: '# wyświetlenie',
      few: '# wyświetlenia',
      many: '# wyświetleń',
      other: '# wyświetlenia',
    }),
  visits: (count) => plural(count, { one: '# wizyta', few: '# wizyty', many: '# wizyt', other: '# wizyty' }),
  visitors: (count) =>
    plural(count, {
      one: '# odwiedzający',
      few: '# odwiedzających',
      many: '# odwiedzających',
      other: '# odwiedzającego',
    }),
  members: (count) =>
    plural(count, { one: '# członek', few: '# członków', many: '# członków', other: '# członka' }),
  orders: (count) =>
    plural(count, { one: '# zamówienie', few: '# zamówienia', many: '# zamówień', other: '# zamówienia' }),
  errors: {
    no_tenant: 'Nie podano dzierżawcy',
    tenant_not_found: 'Nie znaleziono dzierżawcy',
    load_failed: 'Nie udało się wczytać liczb',
  },
}
