import { Facts } from '#ui/facts.tsx'
import { Notice } from '#ui/notice.tsx'

const OTHERS = [
  ['Stripe', 'Card payments and payouts.'],
  ['A mail server', 'Confirmations and receipts; the operator names it.'],
  ['Sign-in providers', 'Only those that a creator switched on, and only for people who choose them.'],
  ['Text messages', 'Only where the operator named a service for them.'],
] as const

/** What runs on the operator's own machines, and who else takes part. */
export function WhereDataLies({ host, sandbox }: { host: string; sandbox: boolean }) {
  return (
    <section
      aria-labelledby="where-data-lies"
      className="mt-14 grid gap-x-12 gap-y-4 border-t border-line pt-8 max-md:mt-10 lg:grid-cols-[minmax(0,1fr)_minmax(0,1.7fr)]"
    >
      <div>
        <h2 id="where-data-lies" className="text-heading">
          Where data lies
        </h2>
        <p className="mt-1.5 max-w-[34ch] text-lead text-text-2">
          On machines that the operator of <strong className="font-semibold text-text">{host}</strong> chose.
        </p>
      </div>
      <div>
        <p className="mb-4 max-w-[72ch]">
          Bolt Blocks is self-hosted: one program and one PostgreSQL. Rows stay in that database, files on its
          disk or in the storage that the operator named. Scripts, fonts and icons come from the same host.
          Others take part in this only:
        </p>
        <Facts rows={OTHERS} />
        {sandbox ? (
          <div className="mt-5">
            <Notice tone="warn" title="Stand-ins are running">
              This instance is for trying out: payments and mail go to stand-ins beside it. No card is charged
              and no mail leaves it.
            </Notice>
          </div>
        ) : null}
      </div>
    </section>
  )
}
