import { Check, X } from 'lucide-react'
import { Link } from 'react-router'
import { config } from '#studio/config.ts'
import { useScreenExists } from '#studio/routing/known-screens.ts'
import { buttonStyle } from '#ui/base/button.tsx'
import { PageHead } from '#ui/page-head.tsx'
import { Table } from '#ui/lists/table.tsx'
import { CLAIMS, NOT_STORED, STORED } from './claims.ts'
import { Contact } from './contact.tsx'
import { DataFlow } from './data-flow.tsx'
import { WhereDataLies } from './data-location.tsx'

const SECTION = 'mt-14 max-md:mt-10 scroll-mt-20'
const TITLE = 'text-heading'

/** `/trust`: how payments, accounts and secrets are separated, what is stored and where. */
export default function TrustScreen() {
  const check = useScreenExists('/trust-check')
  return (
    <>
      <PageHead
        title="Trust and security"
        text="Where card details, personal data and secrets go, and where they do not."
        actions={
          check ? (
            <Link {...buttonStyle({})} to="/trust-check">
              Check your site
            </Link>
          ) : null
        }
      />
      <section aria-labelledby="data-flow">
        <h2 id="data-flow" className={`${TITLE} mb-4`}>
          Data flow
        </h2>
        <DataFlow />
      </section>
      {CLAIMS.map(({ id, title, lead, points }) => (
        <section
          key={id}
          aria-labelledby={id}
          className={`${SECTION} grid gap-x-12 gap-y-4 border-t border-line pt-8 lg:grid-cols-[minmax(0,1fr)_minmax(0,1.7fr)]`}
        >
          <div>
            <h2 id={id} className={TITLE}>
              {title}
            </h2>
            <p className="mt-1.5 max-w-[34ch] text-lead text-text-2">{lead}</p>
          </div>
          <Points items={points} />
        </section>
      ))}
      <section aria-labelledby="data-stored" className={`${SECTION} border-t border-line pt-8`}>
        <h2 id="data-stored" className={`${TITLE} mb-3`}>
          Data stored
        </h2>
        {/* A page to read, not a list to scan. */}
        <div className="[&_td]:text-lead">
          <Table
            label="Data stored"
            readOnly
            rows={STORED}
            rowKey={({ what }) => what}
            columns={[
              { title: 'About', render: ({ what }) => what },
              { title: 'What', render: ({ fields }) => fields },
              { title: 'Until', quiet: true, render: ({ until }) => until },
            ]}
          />
        </div>
        <h3 className="mt-6 text-subheading">Not stored</h3>
        <ul className="mt-2 flex flex-wrap gap-x-6 gap-y-1.5 text-lead text-text-2">
          {NOT_STORED.map((words) => (
            <li key={words} className="flex items-center gap-2">
              <X size={16} strokeWidth={1.75} aria-hidden className="text-text-3" />
              {words}
            </li>
          ))}
        </ul>
      </section>
      <WhereDataLies host={new URL(config.url).host} sandbox={config.sandbox} />
      <Contact contact={config.contact} forOperator={config.sandbox} />
    </>
  )
}

function Points({ items }: { items: readonly string[] }) {
  return (
    <ul className="space-y-3 text-lead">
      {items.map((words) => (
        <li key={words} className="flex gap-3">
          <Check size={16} strokeWidth={1.75} aria-hidden className="mt-1 shrink-0 text-ok-text" />
          <span className="max-w-[72ch]">{words}</span>
        </li>
      ))}
    </ul>
  )
}
