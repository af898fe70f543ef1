import './powered-by.css'
import type { ReactNode } from 'react'
import { Mark } from './mark.tsx'

/** The line under an embedded block: logo, label and, at the end, extra information such as a mode badge. */
export function PoweredBy({ href, label, children }: { href: string; label: string; children?: ReactNode }) {
  return (
    <p className="bb-powered">
      <a href={href} target="_blank" rel="noopener">
        <Mark height={12} mono />
        {label}
      </a>
      {children}
    </p>
  )
}
