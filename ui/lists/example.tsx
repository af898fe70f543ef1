import type { ReactNode } from 'react'

export interface ExampleProps {
  /** What is shown, for example `Example, with made-up orders`. */
  caption: string
  children: ReactNode
}

/** What a list will look like, below its empty state. Screen readers and the keyboard skip the made-up content. */
export function Example({ caption, children }: ExampleProps) {
  return (
    <figure className="mb-5 rounded-card bg-subtle p-5 max-sm:p-3">
      <figcaption className="mb-3 text-small text-text-2">{caption}</figcaption>
      <div inert aria-hidden="true">
        {children}
      </div>
    </figure>
  )
}
