import { plural } from '#kernel/browser/local.ts'
import type { Texts } from './en.ts'

export const texts: Texts = {
  title: 'Chiffres',
  views: (count) => plural(count, { one: '# vue', other: '# vues' }),
  visits: (count) => plural(count, { one: '# visite', other: '# visites' }),
  visitors: (count) => plural(count, { one: '# visiteur', other: '# visiteurs' }),
  members: (count) => plural(count, { one: '# membre', other: '# membres' }),
  orders: (count) => plural(count, { one: '# commande', other: '# commandes' }),
  errors: {
    no_tenant: 'Aucun locataire indiqué',
    tenant_not_found: 'Locataire introuvable',
    load_failed: 'Les chiffres n’ont pas pu être chargés',
  },
}
