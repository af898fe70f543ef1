import { useState } from 'react'
import { blockPlaces, blocks } from '#blocks/registry.ts'
import { useAppearance } from '#studio/appearance.tsx'
import { Card } from '#ui/base/card.tsx'
import { Segments } from '#ui/base/segments.tsx'
import { SampleFrame } from '../sample-frame.tsx'
import { SampleCode } from './sample-code.tsx'

const OPTIONS = blockPlaces.map(({ name, title }) => ({ value: name, label: title }))

/** Every block of the registry, live, one at a time. */
export function LiveBlocks() {
  const { theme, resolvedMode } = useAppearance()
  const [chosen, setChosen] = useState<string>(blocks.auth.name)
  const block = blockPlaces.find(({ name }) => name === chosen)!
  return (
    <section aria-labelledby="landing-blocks" className="mt-18 max-md:mt-12">
      <div className="flex flex-wrap items-end justify-between gap-x-6 gap-y-4">
        <div>
          <h2 id="landing-blocks" className="text-section max-md:text-section-phone">
            Every block, live
          </h2>
          <p className="mt-2 max-w-[60ch] text-lead text-text-2">
            The real blocks with sample data. Fill them in, buy, sign out: nothing is stored.
          </p>
        </div>
        <Segments label="Block" value={chosen} options={OPTIONS} onChange={setChosen} />
      </div>
      <Card className="mt-6 grid items-start overflow-hidden lg:grid-cols-[minmax(0,1fr)_352px]">
        <SampleFrame block={block} theme={theme} mode={resolvedMode} />
        <SampleCode
          title="index.html"
          comment="where you want it"
          block={chosen}
          theme={theme}
          className="m-7 max-lg:mt-0 max-sm:mx-5"
        />
      </Card>
    </section>
  )
}
