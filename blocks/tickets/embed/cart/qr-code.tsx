import { encode } from 'uqr'

/** Light modules around the code (ISO/IEC 18004 requires four). */
const QUIET = 4

/** A QR code, always dark on white: scanners do not read inverted ones. */
export function QrCode({ text, label }: { text: string; label: string }) {
  const { data, size } = encode(text, { ecc: 'M', border: 0 })
  const path = data
    .flatMap((row, y) => row.flatMap((dark, x) => (dark ? `M${x + QUIET} ${y + QUIET}h1v1h-1z` : [])))
    .join('')
  const side = size + 2 * QUIET
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${side} ${side}" shape-rendering="crispEdges"><path fill="#fff" d="M0 0h${side}v${side}H0z"/><path d="${path}"/></svg>`
  const src = `data:image/svg+xml;utf8,${encodeURIComponent(svg)}`
  return <img className="tk-qr" src={src} alt={label} width="220" height="220" />
}
