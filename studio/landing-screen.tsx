import { Link } from 'react-router'
import { Check } from 'lucide-react'
import { LandingPlans } from '#features/plans/studio/pricing/landing-plans.tsx'
import { buttonLook } from '#ui/base/button.tsx'
import { useAccess } from './access.ts'
import { useAuth } from './session.tsx'
import { LandingSample } from './landing-sample.tsx'

/** The front door: what the product is, in one sentence and one picture made of the real parts. */
export default function LandingScreen() {
  return (
    <div className="mx-auto w-full max-w-[1136px]">
      <Hero />
      <LandingPlans />
    </div>
  )
}

/** Where the start button leads: to sign-in, to the Studio, or to what is missing to it. */
function useStart(): string {
  const { user } = useAuth()
  const { data: access } = useAccess()
  if (!user) return '/auth?next=/bolt/studio'
  return access?.active === false ? '/bolt/billing' : '/bolt/studio'
}

function Hero() {
  const { user } = useAuth()
  const start = useStart()
  return (
    <div className="grid items-center gap-x-12 gap-y-12 py-6 lg:py-12 xl:grid-cols-[minmax(0,1fr)_minmax(0,1.12fr)]">
      <div>
        <h1 className="text-hero max-md:text-hero-phone">
          Sign-in, payments and data for the site you already have
        </h1>
        <p className="mt-5 max-w-[46ch] text-lead-large text-text-2">
          Paste one script tag into WordPress, Webflow or plain HTML. Your visitors sign up and pay on your
          own page, and the money goes straight to your Stripe account.
        </p>
        <div className="mt-8 flex flex-wrap gap-3">
          <Link {...buttonLook({ variant: 'primary', size: 'large' })} to={start}>
            Get Started
          </Link>
          {user ? null : (
            <Link {...buttonLook({ size: 'large' })} to="/auth">
              Sign In
            </Link>
          )}
        </div>
        <p className="mt-5 flex items-center gap-2 text-small text-text-3">
          <Check size={16} strokeWidth={1.75} aria-hidden className="text-accent-text" />
          Free plan, no card needed
        </p>
      </div>
      <LandingSample />
    </div>
  )
}
