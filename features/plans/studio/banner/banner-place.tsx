import { useState } from 'react'
import { readBannerHeight } from './banner-height.ts'

/** Reserves the plan banner's last height until the server has reported whether it still applies. */
export function BannerPlace() {
  const [height] = useState(() => readBannerHeight(sessionStorage))
  return height > 0 ? <div aria-hidden className="shrink-0 border-b border-line" style={{ height }} /> : null
}
