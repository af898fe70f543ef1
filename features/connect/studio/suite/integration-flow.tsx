import type { ReactNode } from 'react'
import { Facts } from '#ui/lists/facts.tsx'
import type { ExampleGroup } from './integrations.ts'

/** What a group of integrations does, with made-up content. */
export function IntegrationExample({ group }: { group: ExampleGroup }) {
  return (
    <figure className="rounded-card bg-subtle p-5">
      <figcaption className="mb-3 text-small text-text-2">Example</figcaption>
      {EXAMPLES[group]}
    </figure>
  )
}

const bubble = 'max-w-[85%] rounded-card px-4 py-2.5'

const EXAMPLES: Record<ExampleGroup, ReactNode> = {
  chatbot: (
    <div className="flex flex-col gap-3">
      <p className={`${bubble} self-end bg-accent text-on-accent`}>Are you open on Sundays?</p>
      <div className={`${bubble} border border-line bg-surface`}>
        <p>Yes, from eight to noon.</p>
        <p className="mt-1 text-small text-text-2">Source: Opening hours</p>
      </div>
    </div>
  ),
  email: (
    <div className="rounded-control border border-line bg-surface p-4">
      <p className="text-small text-text-2">hello@your-site.com</p>
      <p className="mt-1 font-label">Your sign-in code</p>
      <p className="mt-2 text-text-2">Hello Ines, your code is 481 920. It expires in ten minutes.</p>
    </div>
  ),
  analytics: (
    <Facts
      rows={[
        ['Block shown', '1,204'],
        ['Signed up', '86'],
        ['Purchase', '31'],
      ]}
    />
  ),
  databases: (
    <Facts
      rows={[
        ['Rye loaf', '12 left'],
        ['Seeded loaf', '4 left'],
        ['Bread box', 'Sold out'],
      ]}
    />
  ),
}
