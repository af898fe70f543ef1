import { Check } from 'lucide-react'
import { useState } from 'react'
import { Link } from 'react-router'
import { buttonStyle } from '#ui/base/button.tsx'
import { Segments } from '#ui/base/segments.tsx'
import { THEMES, type ThemeId } from '#ui/theme/themes.ts'
import type { FrontParts } from '../parts.ts'
import { HeroForm } from './hero-form.tsx'
import { SampleCode } from './sample-code.tsx'
import { HEIGHTS } from './sample-tag.ts'
import { SampleSite } from './sample-site.tsx'
import { StartLink } from './start-link.tsx'

const LOOKS = THEMES.map(({ id, name }) => ({ value: id, label: name }))

/** The headline on the left; on the right a sample site with a block that visitors can try. */
export function Hero({ PaySample }: FrontParts) {
  const [theme, setTheme] = useState<ThemeId>('retro')
  return (
    <div className="grid items-start gap-x-12 gap-y-10 py-6 xl:grid-cols-[minmax(0,1fr)_minmax(0,1.28fr)] xl:pt-4">
      <div className="xl:pt-9">
        <h1 className="text-hero max-md:text-hero-phone">
          Sign-in and payments for the site you already have
        </h1>
        <p className="mt-5 max-w-[46ch] text-lead-large text-text-2">
          Paste one script tag per block into WordPress, Webflow or plain HTML. Your visitors sign up and pay
          on your own page, and the money goes straight to your Stripe account.
        </p>
        <HeroForm />
        <div className="mt-3 flex flex-wrap gap-3 max-sm:flex-col">
          <StartLink />
          <Link {...buttonStyle({ size: 'large', variant: 'ghost' })} to="/try">
            Try in 60 seconds
          </Link>
        </div>
        <p className="mt-5 flex items-center gap-2 text-small text-text-3">
          <Check size={16} strokeWidth={1.75} aria-hidden className="text-accent-text" />
          Free plan, no card needed
        </p>
      </div>
      <figure aria-label="A bakery's own website with the Pay Block on it" className="min-w-0 xl:-mr-1">
        <SampleSite>
          <PaySample theme={theme} mode="light" />
        </SampleSite>
        <div className="relative z-1 -mt-9 flex flex-wrap items-end justify-between gap-4 px-4 max-md:mt-4 max-md:px-0 xl:-ml-8 xl:px-0">
          <SampleCode
            title="The whole integration"
            block="pay"
            height={HEIGHTS.pay}
            theme={theme}
            className="w-[min(390px,100%)] shadow-2"
          />
          <div className="self-start md:pt-13">
            <Segments label="Theme of the block" value={theme} options={LOOKS} onChange={setTheme} />
          </div>
        </div>
      </figure>
    </div>
  )
}
