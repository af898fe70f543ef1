import { CodeXml, CreditCard, Database, type LucideIcon, UserRoundCheck } from 'lucide-react'
import type { ReactNode } from 'react'
import { serverLacks } from '#studio/plan/in-development.ts'
import { buttonStyle } from '#ui/base/button.tsx'
import { Card } from '#ui/base/card.tsx'
import type { FrontParts } from '../parts.ts'
import { SampleCode } from './sample-code.tsx'
import { HEIGHTS } from './sample-tag.ts'

/** What one tag adds, each with a miniature of the real screen. */
export function FeatureCards({ PaySample }: FrontParts) {
  return (
    <section aria-labelledby="landing-features" className="mt-18 max-md:mt-12">
      <h2 id="landing-features" className="text-section max-md:text-section-phone">
        What one tag brings
      </h2>
      <div className="mt-6 grid gap-4 lg:grid-cols-2">
        <Feature
          icon={UserRoundCheck}
          title="Instant Auth"
          text="Email and password, passkeys, email codes and the providers you choose, in your theme."
        >
          <SignIn />
        </Feature>
        <Feature
          icon={Database}
          title="Smart Database"
          text="Customers, products and orders in PostgreSQL. Each row belongs to one tenant."
          note={serverLacks('form') ? 'In development: your own tables and forms' : undefined}
        >
          <Members />
        </Feature>
        <Feature
          icon={CreditCard}
          title="Easy Payments"
          text="One-time and recurring prices, paid on your page, paid out to your own Stripe account."
        >
          <div className="p-5 [zoom:0.85] [&_.pay-card]:shadow-2! [&_.pay-cards]:m-0!">
            <PaySample count={1} />
          </div>
        </Feature>
        <Feature
          icon={CodeXml}
          title="Simple Embed"
          text="One tag per block. It fits any width and causes no layout shift."
        >
          <SampleCode
            title="index.html"
            height={HEIGHTS.auth}
            block="auth"
            theme="zen"
            className="mt-7 ml-1 h-full rounded-r-none rounded-b-none max-sm:m-5 max-sm:h-auto max-sm:rounded-card"
          />
        </Feature>
      </div>
    </section>
  )
}

interface FeatureProps {
  icon: LucideIcon
  title: string
  text: string
  /** What the card does not have yet. */
  note?: string | undefined
  /** A sample on the right; it may extend beyond the card's edge. */
  children: ReactNode
}

function Feature({ icon: Icon, title, text, note, children }: FeatureProps) {
  return (
    <Card className="grid overflow-hidden sm:min-h-59 sm:grid-cols-[minmax(0,5fr)_minmax(0,6fr)]">
      <div className="p-7 pr-5 max-sm:p-5">
        <Icon size={22} strokeWidth={1.75} aria-hidden className="text-accent-text" />
        <h3 className="mt-4 text-subheading">{title}</h3>
        <p className="mt-1.5 max-w-[34ch] text-lead text-text-2">{text}</p>
        {note ? <p className="mt-2 text-small text-text-3">{note}</p> : null}
      </div>
      <div className="min-w-0">{children}</div>
    </Card>
  )
}

/* Miniatures of screens: they are not interactive and are hidden from screen readers. */

/** Not the real input, whose style sheet would add weight to the front page. */
const FIELD = 'rounded-control border border-control px-3 py-[7px] text-text-3'

function SignIn() {
  return (
    <div aria-hidden="true" inert className="p-7 pl-3 max-sm:p-5 max-sm:pt-0">
      <div className="rounded-card border border-line bg-surface p-4.5 shadow-2">
        <p className="text-subheading">Welcome back</p>
        <div className="mt-3 flex flex-col gap-2.5">
          <span className={FIELD}>Email</span>
          <span className={FIELD}>Password</span>
          <span {...buttonStyle({ variant: 'primary', wide: true })}>Sign In</span>
        </div>
      </div>
    </div>
  )
}

const MEMBERS = [
  ['Ines Koval', 'ines@posteo.example'],
  ['Tom Adeyemi', 'tom@adeyemi.example'],
  ['Lena Brandt', 'lena@brandt.example'],
  ['Yuki Mori', 'yuki@mori.example'],
] as const

function Members() {
  return (
    <div aria-hidden="true" className="h-full pt-7 pl-3 max-sm:px-5 max-sm:pt-0 max-sm:pb-5">
      <div className="h-full overflow-hidden rounded-tl-card border-t border-l border-line bg-surface shadow-2 max-sm:rounded-card max-sm:border">
        <p className="border-b border-line px-4 py-2.5 text-subheading">Members</p>
        {MEMBERS.map(([name, email]) => (
          <p key={email} className="flex gap-4 border-b border-line px-4 py-2.5 text-small last:border-0">
            <span className="w-24 shrink-0 font-label">{name}</span>
            <span className="truncate text-text-2">{email}</span>
          </p>
        ))}
      </div>
    </div>
  )
}
