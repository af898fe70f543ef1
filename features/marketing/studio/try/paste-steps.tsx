const BUILDERS = [
  ['WordPress', 'A Custom HTML block where you want the products.'],
  ['Webflow', 'An Embed element; publish the site to see it.'],
  ['Squarespace', 'A Code block; choose HTML.'],
  // Their elements for embedded HTML are frames of other sites, where sign-in and payments cannot work.
  ['Wix, Framer', 'Custom Code in the settings of the site; the Studio shows the steps.'],
  ['Plain HTML', 'Anywhere in the body. The block appears right there.'],
] as const

export interface PasteStepsProps {
  className?: string
}

/** Where to paste the tags in common site builders. */
export function PasteSteps({ className }: PasteStepsProps) {
  return (
    <section aria-labelledby="try-paste" className={className}>
      <h2 id="try-paste" className="text-heading">
        Paste it where you want the block
      </h2>
      <dl className="mt-3 divide-y divide-line border-y border-line">
        {BUILDERS.map(([builder, text]) => (
          <div key={builder} className="grid gap-x-6 gap-y-0.5 py-3 sm:grid-cols-[172px_minmax(0,1fr)]">
            <dt className="font-medium">{builder}</dt>
            <dd className="text-text-2">{text}</dd>
          </div>
        ))}
      </dl>
      <p className="mt-4 text-text-2">
        In test mode no card is charged: buy with card{' '}
        <code className="rounded-badge bg-subtle px-1.5 py-0.5 font-mono text-mono whitespace-nowrap text-text">
          4242 4242 4242 4242
        </code>
        , any future date and any CVC.
      </p>
    </section>
  )
}
