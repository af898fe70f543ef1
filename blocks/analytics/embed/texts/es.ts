import { plural } from '#kernel/browser/local.ts'
import type { Texts } from './en.ts'

export const texts: Texts = {
  title: 'Cifras',
  views: (count) => plural(count, { one: '# vista', other: '# vistas' }),
  visits: (count) => plural(count, { one: '# visita', other: '# visitas' }),
  visitors: (count) => plural(count, { one: '# visitante', other: '# visitantes' }),
  members: (count) => plural(count, { one: '# miembro', other: '# miembros' }),
  orders: (count) => plural(count, { one: '# pedido', other: '# pedidos' }),
  errors: {
    no_tenant: 'No se indicó ningún inquilino',
    tenant_not_found: 'Inquilino no encontrado',
    load_failed: 'No se pudieron cargar las cifras',
  },
}
