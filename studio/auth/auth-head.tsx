import type { ReactNode } from 'react'

/** Title of a step, and a sentence on it. */
export function AuthHead({ title, children }: { title: string; children?: ReactNode }) {
  return (
    <>
      <h1 className="text-title">{title}</h1>
      {children ? <p className="mt-1 text-lead text-text-2">{children}</p> : null}
    </>
  )
}
