import { useState } from 'react'
import { readBannerHeight } from './banner-height.ts'

/** Keeps free what the banner about the plan took last, until the server has said whether it still stands. */
export function BannerPlace() {
  const [height] = useState(() => readBannerHeight(sessionStorage))
  return height > 0 ? <div aria-hidden className="shrink-0 border-b border-line" style={{ height }} /> : null
}
