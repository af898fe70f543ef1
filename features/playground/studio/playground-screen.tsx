import { useLocation } from 'react-router'
import { blockPlace } from '#blocks/registry.ts'
import { useAppearance } from '#studio/appearance.tsx'
import { tenantTheme } from '#studio/tenant/tenant-theme.ts'
import { Field } from '#ui/base/field.tsx'
import { CopyTextButton } from '#ui/code/copy-button.tsx'
import { Notice } from '#ui/notice.tsx'
import { PageHead } from '#ui/page-head.tsx'
import { CardSkeleton } from '#ui/lists/skeletons.tsx'
import { Select } from '#ui/forms/select.tsx'
import { isPublicKey } from './address.ts'
import { CodePanel } from './code-panel.tsx'
import { Controls } from './controls.tsx'
import { playgroundBlock } from './blocks.ts'
import { frameAddress, isOwnMade } from './frame-address.ts'
import { LiveNeeds } from './live-needs.tsx'
import { NoTenantNote } from './no-tenant-note.tsx'
import { Preview } from './preview.tsx'
import { useMyTenant } from './use-my-tenant.ts'
import { useOwnBlocks } from './use-own-blocks.ts'
import { usePlayground } from './use-playground.ts'
import { type PublicCard, usePublicCard } from './use-public-card.ts'

/** A placeholder key that belongs to no tenant. */
const PLACEHOLDER = 'pk_your_public_key'

/** `/playground`: each block with sample data or a tenant's own content, at three widths, with its tag. */
export default function PlaygroundScreen() {
  const [address, change] = usePlayground()
  const { pathname, search } = useLocation()
  const { theme: ownTheme, resolvedMode } = useAppearance()
  const { card, loading } = usePublicCard(address.pk)
  const myTenant = useMyTenant((pk) => change({ pk }))
  const theme = card ? tenantTheme(card) : ownTheme
  const live = address.mode === 'live'
  const blocks = useOwnBlocks(live && isOwnMade(address.block))
  const id = address.id || (blocks?.[0]?.id ?? '')
  // Sample data waits for the tenant's theme, or the preview would render twice.
  const src = !live && loading ? undefined : frameAddress({ ...address, id }, { theme, mode: resolvedMode })
  const named = isOwnMade(address.block)
    ? { id: id || 'your_block_id' }
    : blockPlace(playgroundBlock(address.block).page)

  return (
    <>
      <PageHead
        title="Playground"
        text="See each block before you paste it."
        actions={
          <CopyTextButton
            text={`${location.origin}${pathname}${search}`}
            label="Copy link"
            successMessage="URL copied to clipboard"
          />
        }
      />
      <Controls
        address={address}
        keyProblem={keyProblem(address.pk, card)}
        busy={myTenant.busy}
        onUseMine={() => void myTenant.use()}
        onChange={(next) => {
          myTenant.forget()
          change(next)
        }}
      />
      {blocks && blocks.length > 1 ? (
        <div className="mb-5 max-w-80">
          <Field label="Your block">
            {(control) => (
              <Select
                {...control}
                value={id}
                options={blocks.map((block) => ({ value: block.id, label: block.title }))}
                onChange={(event) => change({ id: event.currentTarget.value })}
              />
            )}
          </Field>
        </div>
      ) : null}
      {myTenant.problem ? <NoTenantNote why={myTenant.problem} here={pathname + search} /> : null}
      {live && card?.stripe_mode === 'live' ? (
        <div className="mb-5">
          <Notice tone="warn">{card.name} is in live mode: purchases here are real.</Notice>
        </div>
      ) : null}
      <Preview
        address={address}
        mode={resolvedMode}
        src={src}
        instead={live ? <LiveNeeds address={address} here={pathname + search} /> : <CardSkeleton />}
      />
      <div className="mt-4">
        <CodePanel
          tenant={{
            public_key: isPublicKey(address.pk) ? address.pk : PLACEHOLDER,
            mode: card?.stripe_mode ?? 'test',
            ...(card && { auth_provider: card.auth_provider }),
            ...(live && address.theme && { theme: address.theme }),
          }}
          block={named}
        />
      </div>
    </>
  )
}

function keyProblem(pk: string, card: PublicCard | null | undefined): string | undefined {
  if (!pk) return undefined
  if (!isPublicKey(pk)) return 'A public key is pk_ and 24 letters or digits.'
  return card === null ? 'No tenant has this key.' : undefined
}
