import { Link } from 'react-router'
import { formatDateTime } from '#kernel/browser/dates.ts'
import { Card } from '#ui/base/card.tsx'
import { countOf } from '#kernel/browser/finding.ts'
import { InlineCode } from '#ui/code/inline-code.tsx'
import { FindingList } from '#ui/lists/finding-list.tsx'
import { HeadersSnapshot } from './headers-snapshot.tsx'
import { HtmlSnapshot } from './html-snapshot.tsx'
import type { ShownCheck } from './use-trust-check.ts'

/** The full result of a check: the site, our blocks on it, and the response. */
export function CheckResult({ check }: { check: ShownCheck }) {
  const { passed, total } = countOf([...check.site, ...check.blocks])
  return (
    <div className="grid items-start gap-x-8 gap-y-8 lg:grid-cols-[minmax(0,1fr)_minmax(0,386px)]">
      <div className="min-w-0 space-y-8">
        <section aria-labelledby="check-site">
          <div className="mb-2 flex min-h-9 flex-wrap items-center justify-between gap-x-4">
            <h2 id="check-site" className="text-subheading">
              {passed} of {total} passed
            </h2>
            <p className="text-small text-text-3">{formatDateTime(check.checked_at)}</p>
          </div>
          <FindingList findings={check.site} />
          <Way check={check} />
        </section>
        <section aria-labelledby="check-blocks">
          <h2 id="check-blocks" className="mb-3 text-subheading">
            Bolt Blocks on this page
          </h2>
          <FindingList findings={check.blocks} />
          {check.builder ? <BuilderSteps name={check.builder.name} steps={check.builder.steps} /> : null}
        </section>
      </div>
      <div className="min-w-0 space-y-8">
        <HeadersSnapshot headers={check.headers} />
        <HtmlSnapshot html={check.html} truncated={check.truncated} />
      </div>
    </div>
  )
}

/** Shows redirects and an error status, when there are any. */
function Way({ check: { url, hops, status } }: { check: ShownCheck }) {
  if (!hops.length && status < 400) return null
  return (
    <p className="mt-3 wrap-anywhere text-small text-text-3">
      {hops.length ? `Redirected ${hops.length === 1 ? 'once' : `${hops.length} times`} to ${url}. ` : null}
      {status >= 400 ? `The site returned ${status}, so this may not be the page that visitors see.` : null}
    </p>
  )
}

function BuilderSteps({ name, steps }: { name: string; steps: string }) {
  return (
    <Card className="mt-4 px-6 py-5">
      <h3 className="font-medium">This site runs on {name}</h3>
      <p className="mt-1 text-text-2">
        <InlineCode text={steps} />
      </p>
      <p className="mt-2 text-small">
        <Link className="underline" to="/studio">
          Copy the embed code of a tenant
        </Link>
      </p>
    </Card>
  )
}
