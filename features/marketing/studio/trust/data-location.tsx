import { InlineCode } from '#ui/code/inline-code.tsx'
import { Facts } from '#ui/lists/facts.tsx'
import { Notice } from '#ui/notice.tsx'

const OTHERS = [
  ['Stripe', 'Card payments and payouts.'],
  ['An email server', 'Confirmations and receipts. The operator chooses the email service.'],
  ['Sign-in providers', 'Only those that a creator turned on, and only for visitors who choose them.'],
  ['Text messages', 'Only if the operator set up a service.'],
] as const

const FOR_OPERATOR = ' Its address is this machine. To show your own, set `PUBLIC_URL`.'

/** Only the machine that the server runs on can reach it. */
const isOwnMachine = (host: string) => /^(localhost|127\.|\[::1\])/.test(host)

/** What runs on the operator's own machines, and which other services are involved. */
export function WhereDataLies({ host, sandbox }: { host: string; sandbox: boolean }) {
  return (
    <section
      aria-labelledby="where-data-lies"
      className="mt-14 grid gap-x-12 gap-y-4 border-t border-line pt-8 max-md:mt-10 lg:grid-cols-[minmax(0,1fr)_minmax(0,1.7fr)]"
    >
      <div>
        <h2 id="where-data-lies" className="text-heading">
          Where data lives
        </h2>
        <p className="mt-1.5 max-w-[34ch] text-lead text-text-2">
          On machines that the operator of <strong className="font-semibold text-text">{host}</strong> chose.
        </p>
      </div>
      <div>
        <p className="mb-4 max-w-[72ch] text-lead">
          Bolt Blocks is self-hosted: one program and one PostgreSQL. Rows stay in that database, files on its
          disk or in the storage that the operator chose. Scripts, fonts and icons come from the same host.
          These are the only other services involved:
        </p>
        <div className="text-lead">
          <Facts rows={OTHERS} />
        </div>
        {sandbox ? (
          <div className="mt-5">
            <Notice tone="warn" title="This server is in sandbox mode">
              This server is for testing. Payments and email go to simulated services. No card is charged and
              no email is sent.
              {isOwnMachine(host) ? <InlineCode text={FOR_OPERATOR} /> : null}
            </Notice>
          </div>
        ) : null}
      </div>
    </section>
  )
}
