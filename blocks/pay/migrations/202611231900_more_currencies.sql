-- The currencies of kernel/browser/currencies.ts. `price_cents` has the minor units of the currency: yen, cents, fils.
alter table public.items
  drop constraint items_currency_check,
  add constraint items_currency_check check (currency in (
    'eur', 'usd', 'gbp', 'aed', 'afn', 'all', 'amd', 'aoa', 'ars', 'aud', 'awg', 'azn', 'bam', 'bbd', 'bdt',
    'bhd', 'bif', 'bmd', 'bnd', 'bob', 'brl', 'bsd', 'bwp', 'byn', 'bzd', 'cad', 'cdf', 'chf', 'clp', 'cny',
    'cop', 'crc', 'cve', 'czk', 'djf', 'dkk', 'dop', 'dzd', 'egp', 'etb', 'fjd', 'fkp', 'gel', 'gip', 'gmd',
    'gnf', 'gtq', 'gyd', 'hkd', 'hnl', 'htg', 'huf', 'idr', 'ils', 'inr', 'jmd', 'jod', 'jpy', 'kes', 'kgs',
    'khr', 'kmf', 'krw', 'kwd', 'kyd', 'kzt', 'lak', 'lbp', 'lkr', 'lrd', 'lsl', 'mad', 'mdl', 'mga', 'mkd',
    'mmk', 'mnt', 'mop', 'mur', 'mvr', 'mwk', 'mxn', 'myr', 'mzn', 'nad', 'ngn', 'nio', 'nok', 'npr', 'nzd',
    'omr', 'pab', 'pen', 'pgk', 'php', 'pkr', 'pln', 'pyg', 'qar', 'ron', 'rsd', 'rub', 'rwf', 'sar', 'sbd',
    'scr', 'sek', 'sgd', 'shp', 'sle', 'sos', 'srd', 'szl', 'thb', 'tjs', 'tnd', 'top', 'try', 'ttd', 'twd',
    'tzs', 'uah', 'uyu', 'uzs', 'vnd', 'vuv', 'wst', 'xaf', 'xcd', 'xcg', 'xof', 'xpf', 'yer', 'zar', 'zmw')),
  -- The card provider requires a last digit of 0 where a currency has three decimals.
  add constraint items_price_chargeable check (
    currency not in ('bhd', 'jod', 'kwd', 'omr', 'tnd') or price_cents % 10 = 0);
