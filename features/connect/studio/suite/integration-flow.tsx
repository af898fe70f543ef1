import { ArrowRight, Bot, ChartNoAxesColumn, Database, type LucideIcon, Mail } from 'lucide-react'
import type { ReactNode } from 'react'
import '#ui/base/card.css'
import { Facts } from '#ui/lists/facts.tsx'
import type { ExampleGroup } from './integrations.ts'

interface FlowStep {
  title: string
  content: ReactNode
}

/** What an integration of a group does: where data comes from, what handles it, and what is seen in the end. */
interface Flow {
  caption: string
  /** Icon of the middle step, which is the integration. */
  icon: LucideIcon
  steps: readonly [FlowStep, FlowStep, FlowStep]
}

/** The purpose of a group of integrations as three steps, with made-up content. */
export function IntegrationFlow({ group }: { group: ExampleGroup }) {
  const { caption, icon: Icon, steps } = FLOWS[group]
  return (
    <figure className="rounded-card bg-subtle p-5 max-md:p-4">
      <figcaption className="mb-4 text-small text-text-2">Example: {caption}</figcaption>
      <ol className="flex gap-3 max-lg:flex-col">
        {steps.map(({ title, content }, at) => (
          <li
            key={title}
            // The arrow's own width is the basis, so that the three cards are equally wide.
            className={`flex min-w-0 items-center gap-3 max-lg:flex-col lg:grow ${at > 0 ? 'lg:basis-8' : 'lg:basis-0'}`}
          >
            {at > 0 ? (
              <ArrowRight
                size={20}
                strokeWidth={1.75}
                aria-hidden
                className="flex-none text-text-3 max-lg:rotate-90"
              />
            ) : null}
            <div className="bb-card flex w-full min-w-0 flex-col gap-3 self-stretch p-4">
              <p className="flex items-center gap-2 text-small font-label text-text-2">
                {at === 1 ? (
                  <Icon size={16} strokeWidth={1.75} aria-hidden className="flex-none text-accent-text" />
                ) : null}
                {title}
              </p>
              {content}
            </div>
          </li>
        ))}
      </ol>
    </figure>
  )
}

const lines = (...rows: string[]) => (
  <ul className="flex flex-col gap-1">
    {rows.map((row) => (
      <li key={row}>{row}</li>
    ))}
  </ul>
)

const FLOWS: Record<ExampleGroup, Flow> = {
  chatbot: {
    caption: 'the assistant finds the reply in your own pages',
    icon: Bot,
    steps: [
      {
        title: 'A visitor writes',
        content: (
          <p className="self-start rounded-card bg-accent px-4 py-2.5 text-on-accent">
            Are you open on Sundays?
          </p>
        ),
      },
      {
        title: 'Your AI provider reads your content',
        content: lines('Opening hours', 'Delivery and returns', 'Menu of the week'),
      },
      {
        title: 'The visitor reads',
        content: (
          <div className="self-start rounded-card bg-subtle px-4 py-2.5">
            <p>Yes, from eight to noon.</p>
            <p className="mt-1 text-small text-text-2">Source: Opening hours</p>
          </div>
        ),
      },
    ],
  },
  email: {
    caption: 'a sign-in code comes from your own address',
    icon: Mail,
    steps: [
      { title: 'Your blocks write', content: lines('Sign-in codes', 'Receipts', 'Links for a new password') },
      {
        title: 'Your email provider sends',
        content: lines('Resend or Postmark', 'From hello@your-site.com'),
      },
      {
        title: 'The visitor receives',
        content: (
          <div>
            <p className="text-small text-text-2">hello@your-site.com</p>
            <p className="mt-0.5 font-label">Your sign-in code</p>
            <p className="mt-1 text-text-2">Hello Ines, your code is 481 920.</p>
          </div>
        ),
      },
    ],
  },
  analytics: {
    caption: 'what visitors do in your blocks is counted beside their page views',
    icon: ChartNoAxesColumn,
    steps: [
      { title: 'Visitors use your blocks', content: lines('See a block', 'Sign up', 'Buy a product') },
      { title: 'Your analytics counts', content: lines('Plausible or PostHog', 'In your own account') },
      {
        title: 'You see, for a week',
        content: (
          <Facts
            rows={[
              ['Block shown', '1,204'],
              ['Signed up', '86'],
              ['Purchase', '31'],
            ]}
          />
        ),
      },
    ],
  },
  databases: {
    caption: 'the stock in your database shows on your site',
    icon: Database,
    steps: [
      { title: 'Your database has', content: lines('Table products', 'PostgreSQL, MySQL or Supabase') },
      {
        title: 'A saved query reads',
        content: (
          <p className="rounded-control bg-subtle px-3 py-2 font-mono text-mono">
            select name, stock from products
          </p>
        ),
      },
      {
        title: 'A block shows',
        content: (
          <Facts
            rows={[
              ['Rye loaf', '12 left'],
              ['Seeded loaf', '4 left'],
              ['Bread box', 'Sold out'],
            ]}
          />
        ),
      },
    ],
  },
}
