import { Card } from '#ui/base/card.tsx'
import { CopyButton } from '#ui/code/copy-button.tsx'

/** Shown first, even when missing. */
const EXPECTED = [
  'strict-transport-security',
  'content-security-policy',
  'x-content-type-options',
  'referrer-policy',
]

/** The response headers as text; recommended ones come first. */
export function HeadersSnapshot({ headers }: { headers: Record<string, string> }) {
  const sent = new Map(Object.entries(headers))
  const names = [...EXPECTED, ...[...sent.keys()].filter((name) => !EXPECTED.includes(name)).toSorted()]
  const text = [...sent].map(([name, value]) => `${name}: ${value}`).join('\n')
  return (
    <section aria-labelledby="headers-title">
      <div className="mb-2 flex min-h-9 items-center justify-between">
        <h2 id="headers-title" className="text-subheading">
          Headers snapshot
        </h2>
        <CopyButton text={text} label="Copy headers" />
      </div>
      <Card className="px-5 py-1.5">
        <dl className="divide-y divide-line font-mono text-mono">
          {names.map((name) => (
            <div key={name} className="py-2.5">
              <dt className="wrap-anywhere text-text-3">{name}</dt>
              <dd className={`wrap-anywhere whitespace-pre-line ${sent.has(name) ? '' : 'text-warn-text'}`}>
                {sent.get(name) ?? 'not sent'}
              </dd>
            </div>
          ))}
        </dl>
      </Card>
    </section>
  )
}
