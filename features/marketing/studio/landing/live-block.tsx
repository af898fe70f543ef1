import { useState } from 'react'
import { blockPlace, blockPlaces, blocks } from '#blocks/registry.ts'
import { useAppearance } from '#studio/appearance.tsx'
import { isNarrow } from '#studio/block-sample/sample-space.tsx'
import { Card } from '#ui/base/card.tsx'
import { OptionPicker } from '#ui/forms/option-picker.tsx'
import { SampleFrame } from '../sample-frame.tsx'
import { SampleCode } from './sample-code.tsx'

const OPTIONS = blockPlaces.map(({ name, title }) => ({ value: name, label: title }))

/** A choice of all blocks, the chosen one with sample data, and its tag. */
export default function LiveBlock() {
  const { theme, resolvedMode } = useAppearance()
  const [chosen, setChosen] = useState<string>(blocks.auth.name)
  const block = blockPlace(chosen)
  return (
    <>
      <div className="mt-4 flex">
        <OptionPicker label="Block" value={chosen} options={OPTIONS} onChange={setChosen} />
      </div>
      <Card className="live-block mt-4 overflow-hidden" data-narrow={isNarrow(block) ? '' : undefined}>
        <SampleFrame block={block} theme={theme} mode={resolvedMode} />
        <div className="live-block-code">
          <SampleCode
            title="index.html"
            block={chosen}
            height={block.embed.height}
            shows={block.embed.shows}
            theme={theme}
          />
        </div>
      </Card>
    </>
  )
}
