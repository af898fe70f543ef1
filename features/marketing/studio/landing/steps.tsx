const STEPS = [
  ['Connect', 'Link your Stripe account in test mode. Live payments come with the Pro plan.'],
  ['Copy the script', 'Each tenant has its own key. Copy the snippet and paste it where you want the block.'],
  ['Launch and get paid', 'Visitors sign up and buy on your page. Payouts arrive in your account.'],
] as const

/** The three steps to the first sale. */
export function Steps() {
  return (
    <section aria-labelledby="landing-steps" className="mt-18 max-md:mt-12">
      <h2 id="landing-steps" className="text-section max-md:text-section-phone">
        Live in three steps
      </h2>
      <ol className="mt-6 grid gap-x-8 gap-y-6 md:grid-cols-3">
        {STEPS.map(([title, text], at) => (
          <li key={title} className="max-md:flex max-md:gap-4">
            <div aria-hidden="true" className="flex items-center gap-2">
              <span
                className={`grid size-8 shrink-0 place-items-center rounded-full border text-small font-semibold tabular-nums ${at === 0 ? 'border-accent bg-accent text-on-accent' : 'border-line bg-surface text-accent-text'}`}
              >
                {at + 1}
              </span>
              {at < 2 ? <span className="h-px flex-1 bg-line max-md:hidden" /> : null}
            </div>
            <div>
              <h3 className="text-subheading md:mt-4">{title}</h3>
              <p className="mt-1 max-w-[40ch] text-text-2">{text}</p>
            </div>
          </li>
        ))}
      </ol>
    </section>
  )
}
