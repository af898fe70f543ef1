const STEPS = [
  ['Create a tenant', 'A tenant is one site. It has a sample product to begin with.'],
  ['Connect Stripe here', 'In test mode it takes a few minutes, and no card is charged.'],
  ['Paste the tag into your site', 'Visitors buy there. The money goes straight to your Stripe account.'],
] as const

/** The way from no tenant to the first sale, for creators who open the Connect Center first. */
export function FirstSteps() {
  return (
    <section aria-labelledby="first-steps" className="max-w-[720px]">
      <h2 id="first-steps" className="text-subheading">
        How you start to sell
      </h2>
      <ol className="mt-2 divide-y divide-line border-y border-line">
        {STEPS.map(([title, text], at) => (
          <li key={title} className="flex gap-4 py-3">
            <span
              aria-hidden="true"
              className="grid size-6 flex-none place-items-center rounded-full bg-subtle text-small font-medium"
            >
              {at + 1}
            </span>
            <span>
              <span className="block font-label">{title}</span>
              <span className="block text-text-2">{text}</span>
            </span>
          </li>
        ))}
      </ol>
    </section>
  )
}
