import { Info } from 'lucide-react'
import { useState } from 'react'
import { Badge } from '#ui/base/badge.tsx'
import { Spinner } from '#ui/base/button.tsx'
import { Mark } from '#ui/base/mark.tsx'
import { Note } from '#ui/base/note.tsx'
import { Skeleton } from '#ui/base/skeleton.tsx'
import { Button } from '#ui/button.tsx'
import { LinkTabs } from '#ui/tabs/link-tabs.tsx'
import { PageHead } from '#ui/page-head.tsx'
import { RadioCards } from '#ui/forms/radio-cards.tsx'
import { SpinnerScreen } from '#ui/spinner-screen.tsx'
import { THEMES } from '#ui/theme/themes.ts'
import { ThemeStrip } from '#ui/theme/theme-swatch.tsx'
import { GalleryRow, GallerySection } from './gallery-section.tsx'

const LINKS = [
  { to: '/', label: 'Overview' },
  { to: '/dev', label: 'Webhooks' },
]

/** Page headers, links and notes; radio cards. */
export function GalleryPages() {
  const [plan, setPlan] = useState<'free' | 'pro'>('pro')
  return (
    <>
      <GallerySection title="Page head, links, note">
        <div className="w-full">
          <PageHead
            title="Connect Center"
            badge={<Badge tone="outline">Beta</Badge>}
            text="A line under the title"
            actions={<Button variant="primary">Act</Button>}
          />
          <LinkTabs label="Sample pages" links={LINKS} />
          <Note
            icon={<Info size={18} strokeWidth={1.75} />}
            title="A title"
            action={<Button size="small">Do</Button>}
          >
            And a line under it.
          </Note>
        </div>
      </GallerySection>
      <GallerySection title="Radio cards, mark, waiting">
        <div className="w-full">
          <RadioCards
            label="Plan"
            value={plan}
            onChange={setPlan}
            options={[
              {
                value: 'free',
                title: 'Free',
                description: 'To try it out',
                picture: <ThemeStrip theme={THEMES[0]!.id} />,
              },
              { value: 'pro', title: 'Pro', description: 'To sell', end: '€19' },
            ]}
          />
        </div>
        <GalleryRow>
          <Mark height={36} />
          <span className="text-text-2">
            <Mark height={20} mono />
          </span>
          {THEMES.map(({ id }) => (
            <ThemeStrip key={id} theme={id} />
          ))}
          <Spinner />
          <Skeleton width={120} />
        </GalleryRow>
        {/* The transform makes this box the containing block; otherwise the spinner would cover the window. */}
        <div className="relative h-20 w-full translate-x-0 overflow-hidden rounded-card border border-line">
          <SpinnerScreen label="Checking your access..." />
        </div>
      </GallerySection>
    </>
  )
}
