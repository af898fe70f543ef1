/** A customer of the bakery, and how many days ago they signed up. */
export interface Customer {
  name: string
  daysAgo: number
}

/** A sale: customer, product, how many days ago, and whether it was refunded. */
export interface Sale {
  customer: string
  product: string
  quantity: number
  daysAgo: number
  refunded?: true
}

/** Eight weeks of sign-ups. */
export const CUSTOMERS: readonly Customer[] = [
  { name: 'Ines Koval', daysAgo: 57 },
  { name: 'Tom Adeyemi', daysAgo: 52 },
  { name: 'Lena Brandt', daysAgo: 45 },
  { name: 'Yuki Mori', daysAgo: 40 },
  { name: 'Omar Haddad', daysAgo: 34 },
  { name: 'Greta Nilsen', daysAgo: 28 },
  { name: 'Pavel Horák', daysAgo: 25 },
  { name: 'Amara Okafor', daysAgo: 21 },
  { name: 'Jonas Weiss', daysAgo: 18 },
  { name: 'Sofia Marino', daysAgo: 15 },
  { name: 'Daniel Reyes', daysAgo: 11 },
  { name: 'Hanna Lund', daysAgo: 9 },
  { name: 'Elif Demir', daysAgo: 6 },
  { name: 'Ravi Patel', daysAgo: 4 },
  { name: 'Clara Vogt', daysAgo: 3 },
  { name: 'Mateo Silva', daysAgo: 2 },
]

const LOAF = 'Rye & honey loaf'
const KIT = 'Rye starter kit'
const BOX = 'Weekly bread box'

/**
 * Eight weeks of sales, more in the last four than in the four before. No customer buys before signing up.
 */
export const SALES: readonly Sale[] = [
  { customer: 'Ines Koval', product: LOAF, quantity: 1, daysAgo: 56 },
  { customer: 'Tom Adeyemi', product: KIT, quantity: 1, daysAgo: 51 },
  { customer: 'Ines Koval', product: LOAF, quantity: 2, daysAgo: 47 },
  { customer: 'Lena Brandt', product: LOAF, quantity: 1, daysAgo: 44 },
  { customer: 'Yuki Mori', product: KIT, quantity: 1, daysAgo: 39 },
  { customer: 'Tom Adeyemi', product: LOAF, quantity: 2, daysAgo: 36 },
  { customer: 'Omar Haddad', product: LOAF, quantity: 1, daysAgo: 33 },
  { customer: 'Ines Koval', product: LOAF, quantity: 3, daysAgo: 29 },
  { customer: 'Greta Nilsen', product: KIT, quantity: 1, daysAgo: 27, refunded: true },
  { customer: 'Pavel Horák', product: LOAF, quantity: 2, daysAgo: 24 },
  { customer: 'Lena Brandt', product: KIT, quantity: 1, daysAgo: 22 },
  { customer: 'Amara Okafor', product: LOAF, quantity: 1, daysAgo: 20 },
  { customer: 'Jonas Weiss', product: LOAF, quantity: 4, daysAgo: 17 },
  { customer: 'Yuki Mori', product: LOAF, quantity: 2, daysAgo: 16 },
  { customer: 'Sofia Marino', product: KIT, quantity: 2, daysAgo: 14 },
  { customer: 'Greta Nilsen', product: LOAF, quantity: 1, daysAgo: 12 },
  { customer: 'Daniel Reyes', product: LOAF, quantity: 2, daysAgo: 10 },
  { customer: 'Hanna Lund', product: KIT, quantity: 1, daysAgo: 8 },
  { customer: 'Ines Koval', product: LOAF, quantity: 2, daysAgo: 7 },
  { customer: 'Tom Adeyemi', product: BOX, quantity: 1, daysAgo: 6 },
  { customer: 'Elif Demir', product: LOAF, quantity: 1, daysAgo: 5 },
  { customer: 'Jonas Weiss', product: KIT, quantity: 1, daysAgo: 4, refunded: true },
  { customer: 'Ravi Patel', product: LOAF, quantity: 3, daysAgo: 3 },
  { customer: 'Clara Vogt', product: BOX, quantity: 1, daysAgo: 2 },
  { customer: 'Mateo Silva', product: LOAF, quantity: 1, daysAgo: 1 },
  { customer: 'Amara Okafor', product: LOAF, quantity: 2, daysAgo: 1 },
  { customer: 'Sofia Marino', product: LOAF, quantity: 1, daysAgo: 0 },
]

/** The email of a customer: `Pavel Horák` is pavel.horak@posteo.test. */
export const addressOf = (name: string): string =>
  `${name.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase().replace(' ', '.')}@posteo.test`
