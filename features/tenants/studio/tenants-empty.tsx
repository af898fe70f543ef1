import { Compass, Plus } from 'lucide-react'
import { Link } from 'react-router'
import { useScreenExists } from '#studio/routing/known-screens.ts'
import { buttonStyle } from '#ui/base/button.tsx'
import { Card } from '#ui/base/card.tsx'
import { Mark } from '#ui/base/mark.tsx'
import { Button } from '#ui/button.tsx'
import { EmbedSample } from './sites/embed-sample.tsx'

const GUIDE = '/bolt/studio/onboarding'
const BILLING = '/bolt/studio/billing'

/** The dashboard of a creator without tenants. */
export default function TenantsEmpty({ onCreate }: { onCreate: () => void }) {
  const billing = useScreenExists(BILLING)
  const guide = useScreenExists(GUIDE)
  return (
    <Card className="grid overflow-hidden lg:min-h-[max(440px,calc(100dvh-320px))] lg:grid-cols-2">
      <div className="flex flex-col items-start justify-center px-12 py-16 max-md:px-5 max-md:py-7">
        <Mark height={36} />
        <h2 className="mt-7 text-title max-md:mt-5 max-md:text-title-phone">Let's Get Started</h2>
        <p className="mt-2 max-w-[44ch] text-lead text-text-2">
          A tenant has one site's key, theme, payments and products. Create one, and you can copy its embed
          code within seconds.
        </p>
        <div className="mt-6 flex flex-wrap gap-2 max-md:w-full max-md:flex-col">
          <Button
            variant="primary"
            icon={<Plus size={16} strokeWidth={1.75} aria-hidden />}
            onClick={onCreate}
          >
            Create Tenant
          </Button>
          {guide ? (
            <Link {...buttonStyle({})} to={GUIDE}>
              <Compass size={16} strokeWidth={1.75} aria-hidden />
              Guide me
            </Link>
          ) : null}
          {billing ? (
            <Link {...buttonStyle({ variant: 'ghost' })} to={BILLING}>
              Manage Billing
            </Link>
          ) : null}
        </div>
      </div>
      <EmbedSample />
    </Card>
  )
}
