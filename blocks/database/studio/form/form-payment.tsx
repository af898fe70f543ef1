import { Link } from 'react-router'
import { currentAccount } from '#features/connect/studio/payments-label.ts'
import type { Field as TableField } from '#kernel/browser/fields/field.ts'
import type { FormSettings } from '#kernel/browser/forms/form-design.ts'
import { formatPrice } from '#kernel/browser/money.ts'
import type { TenantRow } from '#studio/tenant/tenants.ts'
import { Field } from '#ui/base/field.tsx'
import { Select } from '#ui/forms/select.tsx'
import { Notice } from '#ui/notice.tsx'
import { usePaidProducts } from './use-paid-products.ts'

export interface FormPaymentProps {
  tenant: TenantRow
  settings: FormSettings
  /** Fields that the form asks for. */
  fields: readonly TableField[]
  onChange: (settings: Partial<FormSettings>) => void
}

/** Which product is paid for as the last step, and how many units of it. */
export function FormPayment({ tenant, settings: { payment }, fields, onChange }: FormPaymentProps) {
  const { data: products } = usePaidProducts(tenant.id)
  const search = `?${new URLSearchParams({ tenant: tenant.id })}`
  const numbers = fields.filter(({ kind }) => kind === 'number')
  const isGone = payment && products && !products.some(({ id }) => id === payment.item)
  const isConnected = currentAccount(tenant) !== null
  return (
    <section aria-labelledby="payment-title" className="flex flex-col gap-4">
      <h2 id="payment-title" className="text-subheading">
        Payment
      </h2>
      <Field
        label="Last step"
        hint={
          products?.length === 0
            ? 'Add a product that is paid once under Payments first.'
            : 'The price is that of the product. You get what was sent once it is paid.'
        }
      >
        {(control) => (
          <Select
            {...control}
            value={payment?.item ?? ''}
            options={[
              { value: '', label: 'No payment' },
              ...(isGone ? [{ value: payment.item, label: 'A product that is not for sale' }] : []),
              ...(products ?? []).map(({ id, name, price_cents, currency }) => ({
                value: id,
                label: `${name}, ${formatPrice(price_cents, currency)}`,
              })),
            ]}
            onChange={({ target }) =>
              onChange({ payment: target.value ? { ...payment, item: target.value } : undefined })
            }
          />
        )}
      </Field>
      {payment && numbers.length > 0 ? (
        <Field label="How many" hint="A whole number from 1 to 99.">
          {(control) => (
            <Select
              {...control}
              value={payment.quantity ?? ''}
              options={[
                { value: '', label: 'One' },
                ...numbers.map(({ id, title }) => ({ value: id, label: `What is entered in “${title}”` })),
              ]}
              onChange={({ target }) =>
                onChange({
                  payment: { item: payment.item, ...(target.value && { quantity: target.value }) },
                })
              }
            />
          )}
        </Field>
      ) : null}
      {payment && !isConnected ? (
        <Notice
          tone="warn"
          title="Visitors cannot pay yet"
          action={
            <Link className="underline" to={{ pathname: '/studio/connect', search }}>
              Connect Stripe
            </Link>
          }
        >
          This site has no payments account in {tenant.stripe_mode} mode. The form is closed until it has one.
        </Notice>
      ) : payment && isGone ? (
        <Notice tone="warn" title="The form is closed">
          Its product is not for sale any more. Choose another one, or activate it again.
        </Notice>
      ) : payment ? (
        <p className="text-caption text-text-3">
          After sending, the checkout opens beside your site. What is not paid within two days is deleted.
          Both are listed under Rows, in the menu, as Payments.
        </p>
      ) : null}
    </section>
  )
}
