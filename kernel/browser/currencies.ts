/**
 * The currencies that a price can have (ISO 4217, lower case): those that the card provider charges, first the spec's three.
 * Left out are isk and ugx, whose amounts have two decimals that must be 0, and codes that were replaced (ang, bgn, std).
 * A card account may accept fewer; the provider then refuses the checkout.
 * @see https://docs.stripe.com/currencies
 */
// oxfmt-ignore
export const CURRENCIES = [
  'eur', 'usd', 'gbp',
  'aed', 'afn', 'all', 'amd', 'aoa', 'ars', 'aud', 'awg', 'azn', 'bam', 'bbd', 'bdt', 'bhd', 'bif',
  'bmd', 'bnd', 'bob', 'brl', 'bsd', 'bwp', 'byn', 'bzd', 'cad', 'cdf', 'chf', 'clp', 'cny', 'cop',
  'crc', 'cve', 'czk', 'djf', 'dkk', 'dop', 'dzd', 'egp', 'etb', 'fjd', 'fkp', 'gel', 'gip', 'gmd',
  'gnf', 'gtq', 'gyd', 'hkd', 'hnl', 'htg', 'huf', 'idr', 'ils', 'inr', 'jmd', 'jod', 'jpy', 'kes',
  'kgs', 'khr', 'kmf', 'krw', 'kwd', 'kyd', 'kzt', 'lak', 'lbp', 'lkr', 'lrd', 'lsl', 'mad', 'mdl',
  'mga', 'mkd', 'mmk', 'mnt', 'mop', 'mur', 'mvr', 'mwk', 'mxn', 'myr', 'mzn', 'nad', 'ngn', 'nio',
  'nok', 'npr', 'nzd', 'omr', 'pab', 'pen', 'pgk', 'php', 'pkr', 'pln', 'pyg', 'qar', 'ron', 'rsd',
  'rub', 'rwf', 'sar', 'sbd', 'scr', 'sek', 'sgd', 'shp', 'sle', 'sos', 'srd', 'szl', 'thb', 'tjs',
  'tnd', 'top', 'try', 'ttd', 'twd', 'tzs', 'uah', 'uyu', 'uzs', 'vnd', 'vuv', 'wst', 'xaf', 'xcd',
  'xcg', 'xof', 'xpf', 'yer', 'zar', 'zmw',
] as const

export type Currency = (typeof CURRENCIES)[number]
