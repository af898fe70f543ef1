import { plural } from '#kernel/browser/local.ts'
import type { Texts } from './en.ts'

export const texts: Texts = {
  title: 'Números',
  views: (count) => plural(count, { one: '# visualização', other: '# visualizações' }),
  visits: (count) => plural(count, { one: '# visita', other: '# visitas' }),
  visitors: (count) => plural(count, { one: '# visitante', other: '# visitantes' }),
  members: (count) => plural(count, { one: '# membro', other: '# membros' }),
  orders: (count) => plural(count, { one: '# pedido', other: '# pedidos' }),
  errors: {
    no_tenant: 'Nenhum inquilino indicado',
    tenant_not_found: 'Inquilino não encontrado',
    load_failed: 'Não foi possível carregar os números',
  },
}
