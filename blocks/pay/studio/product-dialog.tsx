import { priceSign } from '#kernel/browser/money.ts'
import { zodResolver } from '@hookform/resolvers/zod'
import { type KeyboardEvent, Suspense, useState } from 'react'
import { Controller, useForm, useWatch } from 'react-hook-form'
import { Field } from '#ui/base/field.tsx'
import { Input, Textarea } from '#ui/base/input.tsx'
import { Button } from '#ui/button.tsx'
import { Dialog } from '#ui/overlays/dialog.tsx'
import { PriceInput } from '#ui/forms/price-input.tsx'
import { Select } from '#ui/forms/select.tsx'
import { Switch } from '#ui/forms/switch.tsx'
import { lazy } from '#ui/lazy.tsx'
import { RowsSkeleton } from '#ui/lists/skeletons.tsx'
import { ValueWell } from '#ui/value-well.tsx'
import type { ResolvedTenantTheme } from '#studio/tenant/use-resolved-tenant-theme.ts'
import type { Item } from '../endpoints-studio.ts'
import {
  commaHint,
  CURRENCY_OPTIONS,
  DESCRIPTION_MAX,
  INTERVALS,
  NAME_MAX,
  STORED_PICTURE,
  type StoredDraft,
  type ProductDraft,
  beginning,
  draftOf,
  emptyDraft,
  examplePrice,
  fieldsOf,
  memberPriceProblem,
  priceProblem,
  productDraft,
  stockProblem,
} from './product-draft.ts'
import type { AudienceDraft } from './audience-draft.ts'
import { PictureField } from './picture-field.tsx'
import { ProductPreview } from './product-preview.tsx'
import { useSaveItem } from './use-items.ts'
import { usePictureUrl } from './use-picture-url.ts'

const AudienceFields = lazy(() => import('./audience-fields.tsx'))

export interface ProductDialogProps {
  tenantId: string
  /** The tenant's theme, as visitors see it. */
  look: ResolvedTenantTheme
  /** The product to change; undefined for a new one. */
  item?: Item
  /** The draft from an earlier time when the dialog was closed without Cancel. */
  kept?: StoredDraft | undefined
  /** Called whenever the dialog closes: with the draft, or undefined after Cancel and Save. */
  onKeep: (kept: StoredDraft | undefined) => void
  onClose: () => void
}

/** Add Product and Edit Product. Escape keeps the draft for the next time; Cancel discards it. */
export function ProductDialog({ tenantId, look, item, kept, onKeep, onClose }: ProductDialogProps) {
  const [initial] = useState(() => beginning(item, kept))
  // The list reloads while this is open. The baseline for stock changes only when the dialog says so.
  const [baseline, setBaseline] = useState(initial.item)
  const storedPicture = usePictureUrl(item)
  const { register, control, handleSubmit, getValues, setValue, clearErrors, formState } =
    useForm<ProductDraft>({
      resolver: zodResolver(productDraft),
      defaultValues: initial.draft,
      reValidateMode: 'onSubmit',
    })
  const draft: ProductDraft = { ...getValues(), ...useWatch({ control }) }
  const save = useSaveItem(tenantId, item?.id, {
    onSaved: () => leave(undefined),
    onStockChanged: setBaseline,
  })

  function leave(keep: StoredDraft | undefined) {
    onKeep(keep)
    onClose()
  }

  const pictureUrl = draft.picture === STORED_PICTURE ? storedPicture : draft.picture || undefined
  const { errors } = formState
  const priceError = errors.price?.message ?? priceProblem(draft.price, draft.currency)
  const hint = priceError && commaHint(draft.price)
  const stockError = stockProblem(draft.stock)
  const memberPriceError = memberPriceProblem(draft)
  const submit = handleSubmit((values) => save.mutate(fieldsOf(values, baseline)))

  /** Save is disabled while the price is invalid. Pressing Enter then shows why instead of doing nothing. */
  function submitOnEnter(event: KeyboardEvent) {
    if (event.key !== 'Enter') return
    event.preventDefault()
    if (draft.name.trim() && !save.isPending) void submit()
  }

  const reason = !draft.name.trim()
    ? 'Enter a name first.'
    : (priceError && 'Correct the price first.') ||
      (stockError && 'Correct the stock first.') ||
      (memberPriceError && 'Correct the members’ price first.')
  return (
    <Dialog
      open
      onOpenChange={(open) => {
        if (open || save.isPending) return
        const start = baseline ? draftOf(baseline) : emptyDraft
        const typed = JSON.stringify(draft) !== JSON.stringify(start)
        leave(typed ? { draft, item: baseline } : undefined)
      }}
      size="preview"
      title={item ? 'Edit Product' : 'Add Product'}
      onSubmit={(event) => void submit(event)}
      side={<ProductPreview draft={draft} look={look} pictureUrl={pictureUrl} />}
      footer={
        <>
          <Button disabled={save.isPending} onClick={() => leave(undefined)}>
            Cancel
          </Button>
          <Button
            type="submit"
            variant="primary"
            disabledReason={reason || false}
            busy={save.isPending}
            busyLabel="Saving..."
          >
            Save
          </Button>
        </>
      }
    >
      <div className="flex flex-col gap-4">
        <Field label="Name" hint={`${draft.name.length}/${NAME_MAX} characters`} error={errors.name?.message}>
          {(field) => (
            <Input {...field} {...register('name')} maxLength={NAME_MAX} autoComplete="off" required />
          )}
        </Field>
        <Field label="Description" optional="(optional)" error={errors.description?.message}>
          {(field) => (
            <Textarea {...field} {...register('description')} rows={2} maxLength={DESCRIPTION_MAX} />
          )}
        </Field>
        <PictureField
          url={pictureUrl}
          hasPicture={draft.picture !== ''}
          onChange={(picture) => setValue('picture', picture)}
        />
        <div className="grid grid-cols-[minmax(0,1.8fr)_minmax(0,1fr)] gap-3">
          <Field label="Price" error={priceError ? <PriceError text={priceError} hint={hint} /> : undefined}>
            {(field) => (
              <PriceInput
                {...field}
                {...register('price', { onChange: () => clearErrors('price') })}
                sign={priceSign(draft.currency)}
                placeholder={examplePrice(draft.currency)}
                required
                onKeyDown={submitOnEnter}
              />
            )}
          </Field>
          <Field label="Currency">
            {(field) => (
              <Select
                {...field}
                {...register('currency', { onChange: () => clearErrors('price') })}
                options={CURRENCY_OPTIONS}
              />
            )}
          </Field>
        </div>
        <div className="grid grid-cols-[minmax(0,1.8fr)_minmax(0,1fr)] gap-3">
          <Field
            label="Paid"
            hint={draft.interval === 'once' ? undefined : 'Renews automatically until canceled.'}
          >
            {(field) => <Select {...field} {...register('interval')} options={INTERVALS} />}
          </Field>
          <Field label="Stock" optional="(optional)" hint={heldWords(item)} error={stockError}>
            {(field) => (
              <Input
                {...field}
                {...register('stock')}
                inputMode="numeric"
                autoComplete="off"
                placeholder="Unlimited"
                onKeyDown={submitOnEnter}
              />
            )}
          </Field>
        </div>
        {draft.interval === 'once' ? null : (
          <Controller
            control={control}
            name="perSeat"
            render={({ field }) => (
              <div className="flex items-center justify-between gap-4">
                <div>
                  <p className="text-small font-label" id="product-seats">
                    Sold per seat
                  </p>
                  <p className="text-caption text-text-3">
                    An admin of a team buys seats, and as many of its members have access.
                  </p>
                </div>
                <Switch
                  aria-labelledby="product-seats"
                  checked={field.value}
                  onCheckedChange={field.onChange}
                />
              </div>
            )}
          />
        )}
        <Suspense fallback={<RowsSkeleton rows={3} />}>
          <AudienceFields
            tenantId={tenantId}
            draft={draft}
            priceError={errors.memberPrice?.message ?? (draft.memberPrice ? memberPriceError : undefined)}
            onChange={(change) => {
              clearErrors('memberPrice')
              for (const [field, value] of Object.entries(change))
                setValue(field as keyof AudienceDraft, value)
            }}
          />
        </Suspense>
        <Controller
          control={control}
          name="active"
          render={({ field }) => (
            <div className="flex items-center justify-between gap-4">
              <div>
                <p className="text-small font-label" id="product-active">
                  Active
                </p>
                <p className="text-caption text-text-3">Inactive products are not shown in the Pay Block.</p>
              </div>
              <Switch
                aria-labelledby="product-active"
                checked={field.value}
                onCheckedChange={field.onChange}
              />
            </div>
          )}
        />
        {item ? (
          <div>
            <ValueWell label="Product ID" value={item.id} waitingText="" copyLabel="Copy product ID" />
            <p className="mt-1.5 text-caption text-text-3">
              In your page, <code className="font-mono">data-bb-show="bought:ID"</code> shows an element to
              its buyers.
            </p>
          </div>
        ) : null}
      </div>
    </Dialog>
  )
}

/** Explains why not all stock is for sale. */
const heldWords = (item: Item | undefined) =>
  item?.stock && item.held ? `${item.held} reserved by open checkouts.` : undefined

function PriceError({ text, hint }: { text: string; hint: string | undefined }) {
  return (
    <>
      {text}
      {hint ? <span className="block">Use a point for decimals: {hint}</span> : null}
    </>
  )
}
