import { useState } from 'react'
import { Card } from '#ui/base/card.tsx'
import { Chart } from '#ui/chart/chart.tsx'
import { StatTabs } from '#ui/tabs/stat-tabs.tsx'
import { GallerySection } from './gallery-section.tsx'

const SALES = [62, 88, 74, 120, 96, 58, 44, 100, 112, 134, 90, 148, 82, 70, 126, 139, 118, 160, 172, 110]
const BEFORE = SALES.map((value, place) => Math.round(value * (0.6 + (place % 4) / 10)))
const POINTS = SALES.map((_, place) => ({ name: `Day ${place + 1}`, short: `${place + 1} Nov` }))
const NONE = SALES.map(() => 0)
const euros = (value: number) => `€${value}`

/** Stat tabs and charts: with data, empty and loading. */
export function GalleryNumbers() {
  const [tab, setTab] = useState<'sales' | 'orders' | 'people'>('sales')
  const values = tab === 'people' ? NONE : SALES
  return (
    <div className="lg:col-span-2">
      <GallerySection title="Numbers, chart">
        <Card className="w-full">
          <StatTabs
            label="Numbers"
            value={tab}
            onChange={setTab}
            tabs={[
              { value: 'sales', label: 'Sales', figure: '€3,687.00', note: '+40%', hint: '€24.00 today' },
              { value: 'orders', label: 'Orders', figure: undefined },
              { value: 'people', label: 'Sign-ups', figure: '0' },
            ]}
          >
            <Chart
              label="Sales by day"
              points={POINTS}
              bars={tab === 'orders'}
              series={[
                { name: 'Sales', values },
                { name: 'Before', values: tab === 'people' ? NONE : BEFORE, dashed: true },
              ]}
              format={euros}
              axis={euros}
              empty={<span>Nothing in these days.</span>}
            />
          </StatTabs>
        </Card>
      </GallerySection>
    </div>
  )
}
