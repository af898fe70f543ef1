import type { BlockManifest } from '#kernel/browser/block-manifest.ts'

export const block = {
  name: 'pay',
  title: 'Products',
  titles: {
    de: 'Produkte',
    fr: 'Produits',
    es: 'Productos',
    it: 'Prodotti',
    pt: 'Produtos',
    nl: 'Producten',
    pl: 'Produkty',
    ja: '商品',
    ar: 'المنتجات',
  },
  plan: 'pro',
  embed: {
    attributes: [],
    // One row of cards with room for two lines of description each; on a phone, one such card, twelve pixels less: the
    // box that the printed tag keeps free knows no width, and a little too much room moves nothing.
    reserve: [[0, 334]],
  },
} as const satisfies BlockManifest
