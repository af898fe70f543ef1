import { Example } from '#ui/lists/example.tsx'
import { FindingList, type ShownFinding } from '#ui/lists/finding-list.tsx'

const TOPICS = [
  ['Encryption', 'HTTPS on the page and on every step to it, and whether browsers remember it.'],
  ['Content policy', 'What it allows the card provider and our blocks, and the exact directives to add.'],
  ['Your snippet', 'Whether it is on the page, once, with a valid key of the right mode.'],
] as const

const FINDINGS: readonly ShownFinding[] = [
  {
    id: 'https',
    title: 'Encryption',
    state: 'pass',
    verdict: 'Pass',
    text: 'The page and every step to it use HTTPS.',
  },
  {
    id: 'policy',
    title: 'Content policy',
    state: 'fail',
    verdict: 'Missing',
    text: '`frame-src` blocks the card form. Add this source:',
    fixes: [{ name: 'content-security-policy', code: "frame-src 'self' https://js.stripe.com" }],
  },
  {
    id: 'snippet',
    title: 'Your snippet',
    state: 'pass',
    verdict: 'Pass',
    text: 'Found once, with a valid key in test mode.',
  },
]

/** Shown before the first check: what it covers, and an example of its result. */
export function BeforeFirstCheck() {
  return (
    <div className="grid items-start gap-x-10 gap-y-8 lg:grid-cols-[minmax(0,1fr)_minmax(0,1.2fr)]">
      <dl className="divide-y divide-line border-y border-line">
        {TOPICS.map(([title, text]) => (
          <div key={title} className="py-4">
            <dt className="text-subheading">{title}</dt>
            <dd className="mt-1 text-text-2">{text}</dd>
          </div>
        ))}
      </dl>
      <Example caption="Example of a result">
        <FindingList findings={FINDINGS} />
      </Example>
    </div>
  )
}
