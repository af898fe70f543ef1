import type { ReactNode } from 'react'

/** The title of an auth step and a sentence that explains it. */
export function AuthHead({ title, children }: { title: string; children?: ReactNode }) {
  return (
    <>
      <h1 className="text-title">{title}</h1>
      {children ? <p className="mt-1 text-lead text-text-2">{children}</p> : null}
    </>
  )
}
