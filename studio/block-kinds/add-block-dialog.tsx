import { useMutation, useQueryClient } from '@tanstack/react-query'
import { Link } from 'react-router'
import { blocks } from '#blocks/registry.ts'
import { BlockPreview } from '#features/tenants/studio/theme/block-preview.tsx'
import { placesOf } from '#kernel/browser/block-manifest.ts'
import { callErrorText } from '#kernel/browser/call.ts'
import { missingPlan, missingPlanText } from '#kernel/browser/plan-of-tag.ts'
import { scriptTag } from '#kernel/browser/snippet.ts'
import { readTheme } from '#kernel/browser/theme/theme.ts'
import { buttonStyle } from '#ui/base/button.tsx'
import { Button } from '#ui/button.tsx'
import { CodeBlock } from '#ui/code/code-block.tsx'
import { RadioCards } from '#ui/forms/radio-cards.tsx'
import { Dialog } from '#ui/overlays/dialog.tsx'
import { toast } from '#ui/toasts/toast.ts'
import { useAppearance } from '../appearance.tsx'
import { config } from '../config.ts'
import { useTenantAccess } from '../plan/use-tenant-access.ts'
import { tenantSnippet } from '../tenant/tenant-snippet.ts'
import type { TenantRow } from '../tenant/tenants.ts'
import { PlanBadge } from '../plan/plan-badge.tsx'
import { type Kind, usageKey } from './use-block-kinds.ts'

export interface AddBlockDialogProps {
  tenant: TenantRow
  kinds: readonly Kind[]
  /** The kind that is shown; one of `kinds`. */
  name: string
  onChoose: (name: string) => void
  onClose: () => void
}

/** The gallery of blocks: each as it looks on the tenant's site, its plan, and a button that sets it up. */
export default function AddBlockDialog({ tenant, kinds, name, onChoose, onClose }: AddBlockDialogProps) {
  const { resolvedMode } = useAppearance()
  const access = useTenantAccess(tenant)
  const queries = useQueryClient()
  const kind = kinds.find((one) => one.name === name)!
  const { manifest, nav } = kind
  const setUp = useMutation({
    mutationFn: async ({ kind: block }: Kind) => (await block?.createStarter?.(tenant)) ?? undefined,
    onSuccess: () => queries.invalidateQueries({ queryKey: usageKey(tenant.id) }),
    onError: (error) =>
      toast.error('Error', callErrorText(error, 'The block was not set up. Please try again.')),
  })
  const missing = access && missingPlan(Object.values(blocks), name, access)
  const isLocked = missing !== undefined && tenant.stripe_mode === 'live'
  const isSetUp = setUp.isSuccess && setUp.variables.name === name
  const snippet = tenantSnippet(tenant)

  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      size="wide"
      title="Add a block"
      description={tenant.name}
      side={
        <BlockPreview
          key={name}
          theme={readTheme(tenant.theme)}
          studio={resolvedMode}
          places={placesOf([manifest])}
          first={name}
        />
      }
      footer={
        <>
          <Button onClick={onClose}>Close</Button>
          {isLocked ? (
            <Link {...buttonStyle({ variant: 'primary' })} to="/bolt/pricing?manage=1">
              Choose {missing === 'pro' ? 'Pro' : 'Business'}
            </Link>
          ) : isSetUp ? (
            <Link {...buttonStyle({ variant: 'primary' })} to={nav.path}>
              Open {nav.label}
            </Link>
          ) : (
            <Button
              variant="primary"
              busy={setUp.isPending}
              busyLabel="Setting up..."
              onClick={() => setUp.mutate(kind)}
            >
              Set up {nav.label}
            </Button>
          )}
        </>
      }
    >
      <div className="flex flex-col gap-5">
        <RadioCards
          label="Block"
          indicator="radio"
          value={name}
          onChange={onChoose}
          options={kinds.map((one) => ({
            value: one.name as string,
            title: one.nav.label,
            description: one.nav.text,
            end: <PlanBadge plan={one.manifest.plan} />,
          }))}
        />
        <div aria-live="polite">
          {isSetUp ? (
            <>
              <h3 className="mb-2 text-subheading">Paste this where you want the block</h3>
              <div className="flex flex-col gap-3">
                {(setUp.data ?? [manifest]).map((tag) => (
                  <CodeBlock
                    key={tag.title}
                    name={tag.title}
                    code={snippet && scriptTag(snippet, tag, config.embedOrigin)}
                  />
                ))}
              </div>
            </>
          ) : (
            <p className="min-h-15 text-text-2">{kind.kind?.pitch ?? nav.text}</p>
          )}
          {missing ? <p className="mt-2 text-small text-text-2">{missingPlanText(missing)}.</p> : null}
        </div>
      </div>
    </Dialog>
  )
}
