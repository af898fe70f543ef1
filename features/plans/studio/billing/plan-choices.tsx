import { isInDevelopment } from '#studio/plan/in-development.ts'
import { planPriceText } from '#studio/plan/plan-price.ts'
import { usePlans } from '#studio/plan/plan-row.ts'

/** The plans with their prices and what each has today, for creators who have not chosen one. */
export function PlanChoices() {
  const { data: plans = [] } = usePlans()
  if (plans.length === 0) return null
  return (
    <div className="border-t border-line px-6 pt-5 pb-2 max-md:px-5">
      <h3 className="text-small font-label text-text-2">Plans you can choose</h3>
      <ul aria-label="Plans you can choose" className="mt-1 divide-y divide-line">
        {plans.map(({ id, name, features, ...plan }) => (
          <li key={id} className="py-3">
            <p className="flex justify-between gap-4">
              <span className="font-semibold">{name}</span>
              <span className="tabular-nums">{planPriceText(plan)}</span>
            </p>
            <p className="mt-0.5 text-text-2">
              {features.filter((feature) => !isInDevelopment(feature)).join(', ')}
            </p>
          </li>
        ))}
      </ul>
    </div>
  )
}
