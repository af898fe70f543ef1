import { useState } from 'react'
import { ViewAs } from '#studio/audience/view-as.tsx'
import type { TenantRow } from '#studio/tenant/tenants.ts'
import { OptionPicker } from '#ui/forms/option-picker.tsx'
import type { OwnTag } from './tags.ts'

export interface ViewOwnProps {
  tenant: TenantRow
  /** At least one. */
  tags: readonly OwnTag[]
}

/** One of a table's forms and lists as a visitor, a member, a role or a product's buyers get it. */
export function ViewOwn({ tenant, tags }: ViewOwnProps) {
  const [chosen, setChosen] = useState('')
  const tag = tags.find(({ shown }) => shown === chosen) ?? tags[0]!
  return (
    <div>
      {tags.length > 1 ? (
        <div className="mb-4 flex">
          <OptionPicker
            label="Form or list"
            value={tag.shown}
            options={tags.map(({ shown, title }) => ({ value: shown, label: title }))}
            onChange={setChosen}
          />
        </div>
      ) : null}
      <ViewAs
        key={tag.version}
        tenant={tenant}
        page={tag.name}
        block={tag.shown}
        parameter={tag.embed.shows}
        height={tag.embed.height}
      />
    </div>
  )
}
