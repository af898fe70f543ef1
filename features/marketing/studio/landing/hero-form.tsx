import { buttonStyle } from '#ui/base/button.tsx'

/**
 * Asks for the visitor's site. It is a plain form, which needs no script; `/try` shows the result, with a form that
 * also explains mistakes.
 */
export function HeroForm() {
  return (
    <form action="/try" className="mt-8 flex gap-2 max-sm:flex-col">
      <input
        required
        name="site"
        inputMode="url"
        autoComplete="url"
        autoCapitalize="none"
        spellCheck={false}
        aria-label="Your site's address"
        placeholder="yourshop.com"
        className="h-11 min-w-0 grow rounded-control border border-control bg-surface px-3 text-subheading font-normal"
      />
      <button type="submit" {...buttonStyle({ variant: 'primary', size: 'large' })}>
        See it on your site
      </button>
    </form>
  )
}
