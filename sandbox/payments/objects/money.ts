/** @see https://docs.stripe.com/currencies#zero-decimal */
const NO_DECIMALS = 'bif clp djf gnf jpy kmf krw mga pyg rwf vnd vuv xaf xof xpf'.split(' ')
const THREE_DECIMALS = 'bhd jod kwd omr tnd'.split(' ')

const decimalsOf = (currency: string) =>
  NO_DECIMALS.includes(currency) ? 0 : THREE_DECIMALS.includes(currency) ? 3 : 2

/** `€10.00` for 1000 and `eur`: minor units with the number of decimals that the API gives the currency. */
export function moneyText(minorUnits: number, currency: string): string {
  const digits = decimalsOf(currency)
  return new Intl.NumberFormat('en-US', {
    style: 'currency',
    currency: currency.toUpperCase(),
    minimumFractionDigits: digits,
    maximumFractionDigits: digits,
  }).format(minorUnits / 10 ** digits)
}
