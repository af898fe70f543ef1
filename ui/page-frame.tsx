import type { ReactNode } from 'react'

/**
 * The left and right edge of every page, its banner and its footer: the whole column up to 1440 px windows, centered in
 * wider ones. Narrower content starts at the left edge.
 */
export function PageFrame({ children }: { children: ReactNode }) {
  return <div className="bb-page mx-auto w-full max-w-[1136px]">{children}</div>
}
