import { Plus } from 'lucide-react'
import { useRef } from 'react'
import { MOST_PLANS } from '#features/my-blocks/kinds/pricing.ts'
import { fieldOf, listOf, objectOf } from '#features/my-blocks/kinds/read-json.ts'
import { Button } from '#ui/button.tsx'
import { type EditorProps, moved, withEntry, withField } from './editor.ts'
import { PlanFields } from './plan-fields.tsx'

/** Plans side by side, each with a price, features and an optional button. */
export function PricingEditor({ data, onChange, problems }: EditorProps) {
  const plans = listOf(fieldOf(data, 'plans'), MOST_PLANS).map(objectOf)
  const list = useRef<HTMLOListElement>(null)
  const set = (next: unknown[]) => onChange(withField(data, 'plans', next))

  function add() {
    set([...plans, { name: 'New plan', price: '', features: [] }])
    requestAnimationFrame(() =>
      list.current?.lastElementChild?.querySelector<HTMLInputElement>('input')?.select(),
    )
  }
  return (
    <>
      <ol ref={list} className="divide-y divide-line border-y border-line">
        {plans.map((plan, at) => (
          // oxlint-disable-next-line react/no-array-index-key -- plans have a place and nothing else
          <li key={at} className="py-5">
            <PlanFields
              plan={plan}
              at={at}
              count={plans.length}
              problems={problems}
              onChange={(next) => set(withEntry(plans, at, next))}
              onMove={(by) => set(moved(plans, at, by))}
              onRemove={() => set(plans.filter((_, place) => place !== at))}
            />
          </li>
        ))}
      </ol>
      <Button
        className="self-start"
        disabled={plans.length >= MOST_PLANS}
        icon={<Plus size={16} strokeWidth={1.75} aria-hidden />}
        onClick={add}
      >
        Add plan
      </Button>
    </>
  )
}
