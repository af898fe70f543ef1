import { useState } from 'react'
import { Link } from 'react-router'
import { config } from '#studio/config.ts'
import { tenantSnippet } from '#studio/tenant/tenant-snippet.ts'
import type { TenantRow } from '#studio/tenant/tenants.ts'
import { CodeBlock } from '#ui/code/code-block.tsx'
import { InlineCode } from '#ui/code/inline-code.tsx'
import type { BuilderGuide } from './builders.ts'
import { type TargetIds, builderCode, isTargetId } from './builder-code.ts'
import { TargetFields } from './target-fields.tsx'

/** Steps for one builder, with the code to paste, the requirements and the caveats. */
export function BuilderSteps({ guide, tenant }: { guide: BuilderGuide; tenant: TenantRow }) {
  const [targets, setTargets] = useState<TargetIds>({ auth: '', pay: '' })
  return (
    <section aria-labelledby="install-steps">
      <h2 id="install-steps" className="text-heading">
        {guide.name}
      </h2>
      <ol className="mt-4 space-y-3">
        {guide.steps.map((step, at) => (
          <li key={step} className="grid grid-cols-[28px_minmax(0,1fr)] gap-x-2">
            <span
              aria-hidden="true"
              className="grid size-6 place-items-center rounded-full bg-subtle text-small font-medium"
            >
              {at + 1}
            </span>
            <span className="pt-0.5">
              <InlineCode text={step} />
            </span>
          </li>
        ))}
      </ol>
      <div className="mt-5 space-y-4">
        {guide.exampleIds ? (
          <TargetFields ids={targets} examples={guide.exampleIds} onChange={setTargets} />
        ) : null}
        <BuilderCode guide={guide} tenant={tenant} targets={targets} />
        {guide.exampleIds && !(isTargetId(targets.auth) && isTargetId(targets.pay)) ? (
          <p className="text-small text-warn-text">
            Until you enter an ID, its tag has an example, which your page does not know.
          </p>
        ) : null}
      </div>
      <p className="mt-3 text-small text-text-2">
        {whereItShows(guide)}{' '}
        <Link className="link" to={`/studio?dialog=embed&tenant=${tenant.id}`}>
          See its sites
        </Link>
      </p>
      <dl className="mt-5 divide-y divide-line border-y border-line">
        <div className="grid gap-x-6 gap-y-0.5 py-3 sm:grid-cols-[112px_minmax(0,1fr)]">
          <dt className="font-medium">Requirements</dt>
          <dd className="text-text-2">
            <InlineCode text={guide.needs} />
          </dd>
        </div>
        <div className="grid gap-x-6 gap-y-0.5 py-3 sm:grid-cols-[112px_minmax(0,1fr)]">
          <dt className="font-medium">Keep in mind</dt>
          {guide.beware.map((words) => (
            <dd key={words} className="text-text-2 sm:col-start-2">
              <InlineCode text={words} />
            </dd>
          ))}
        </div>
      </dl>
    </section>
  )
}

/** Where the blocks appear, by what the builder takes. */
function whereItShows({ form, exampleIds }: BuilderGuide): string {
  if (form === 'react') return 'It runs on the sites that the tenant lists.'
  const place = exampleIds ? 'in the box that its ID names' : 'where you paste it'
  return `Each tag shows its block ${place}. You can use just one of them.`
}

/** The code to paste. */
export function BuilderCode(props: { guide: BuilderGuide; tenant: TenantRow; targets?: TargetIds }) {
  const { guide, tenant, targets } = props
  const snippet = tenantSnippet(tenant)
  const code = snippet && builderCode(guide, snippet, config.embedOrigin, targets)
  return (
    <CodeBlock
      name={code?.name ?? 'Embed code'}
      code={code?.code}
      copyLabel="Copy"
      waitingText="The public key is still generating. Please wait a moment and try again."
    />
  )
}
