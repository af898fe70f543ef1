import { Link } from 'react-router'
import { blockPlaces } from '#blocks/registry.ts'
import type { BlockPlace } from '#kernel/browser/block-manifest.ts'
import type { CustomLook } from '#kernel/browser/theme/theme.ts'
import { type SiteLook, customLookOf } from '#kernel/browser/theme/site-look.ts'
import { themeVariables } from '#kernel/browser/theme/theme-rules.ts'
import { applyCustomLook } from '#kernel/browser/theme/theme.ts'
import { useAppearance } from '#studio/appearance.tsx'
import { ThemedContainer } from '#studio/tenant/themed-container.tsx'
import { Skeleton } from '#ui/base/skeleton.tsx'
import { CopyTextButton } from '#ui/code/copy-button.tsx'
import { useViewport } from '#studio/layout/use-viewport.ts'
import { FailedRow } from '#ui/lists/failed-row.tsx'
import type { ThemeId } from '#ui/theme/themes.ts'
import { SampleFrame } from '../sample-frame.tsx'
import { type LookChoice, LookCards } from './look-cards.tsx'
import { SiteBlock } from './site-block.tsx'
import type { useSiteLook } from './use-site-look.ts'

/** Blocks with cards side by side fill a row. The others share two columns of about the same height. */
const WIDE = blockPlaces.filter(({ embed }) => embed.stacks)
const COLUMNS = inTwoColumns(blockPlaces.filter(({ embed }) => !embed.stacks))

/** On a phone, only this block is open at first: all of them are eight screens tall. */
const FIRST = WIDE[0] ?? COLUMNS[0]![0]

function inTwoColumns(places: readonly BlockPlace[]): BlockPlace[][] {
  const columns = [1, 2].map(() => ({ places: [] as BlockPlace[], height: 0 }))
  for (const place of places.toSorted((a, b) => b.embed.height - a.embed.height)) {
    const lower = columns.reduce((one, other) => (other.height < one.height ? other : one))
    lower.places.push(place)
    lower.height += place.embed.height
  }
  return columns.map((column) => column.places)
}

export interface SiteStageProps extends ReturnType<typeof useSiteLook> {
  choice: LookChoice
  onChoose: (choice: LookChoice) => void
}

/** Every block in the colors of the visitor's site, beside the three themes; the reason if it could not be read. */
export function SiteStage({ site, read, isReading, failure, retry, choice, onChoose }: SiteStageProps) {
  return (
    <section aria-labelledby="try-site" aria-busy={isReading} className="mt-8 mb-10">
      <output className="sr-only">
        {isReading ? 'Reading your site...' : null}
        {read ? `Found the colors of ${read.look.name}. The blocks below use them.` : null}
      </output>
      {failure ? (
        <>
          <h2 id="try-site" className="sr-only">
            Your site
          </h2>
          <FailedRow message={failure} onRetry={retry} />
          <p className="mt-3 text-text-2">
            Try another page of your site, or{' '}
            <Link className="link" to="/try">
              see the blocks in our own themes
            </Link>
            .
          </p>
        </>
      ) : (
        <>
          <div className="mb-4 flex flex-wrap items-center justify-between gap-x-6 gap-y-3">
            <h2 id="try-site" className="min-w-0 truncate text-heading max-sm:w-full">
              {read ? `${read.look.name} with Bolt Blocks` : 'Reading your site...'}
            </h2>
            <CopyTextButton
              text={`${location.origin}/try?${new URLSearchParams({ site })}`}
              label="Copy link"
              successMessage="URL copied to clipboard"
            />
          </div>
          {read ? (
            <LookCards host={read.host} look={read.look} value={choice} onChange={onChoose} />
          ) : (
            <div className="look-cards">
              {[1, 2, 3, 4].map((at) => (
                <Skeleton key={at} height={86} radius="var(--bb-r-card)" />
              ))}
            </div>
          )}
          <SitePage host={read?.host ?? site} look={read?.look} choice={choice} />
          <p className="mt-3 text-small text-text-3">
            Live blocks with sample data. Colors are adjusted where they would be hard to read.
          </p>
        </>
      )}
    </section>
  )
}

interface SitePageProps {
  host: string
  look: SiteLook | undefined
  choice: LookChoice
}

/** A browser window with a page in the site's look that has one of each block. */
function SitePage({ host, look, choice }: SitePageProps) {
  const { resolvedMode } = useAppearance()
  const isOwn = choice === 'site'
  const own: CustomLook | undefined = look && isOwn ? customLookOf(look) : undefined
  const theme: ThemeId = isOwn ? 'clean' : choice
  const mode = own ? look!.mode : resolvedMode
  const variables = own ? themeVariables(applyCustomLook({ variant: theme }, own), mode) : {}
  const isPhone = useViewport() === 'phone'
  const sample = (block: BlockPlace) => (
    <SiteBlock key={`${block.name} ${isPhone}`} title={block.title} folds={isPhone} isOpen={block === FIRST}>
      <SampleFrame block={block} theme={theme} mode={mode} look={own} waits={!look} />
    </SiteBlock>
  )
  return (
    <ThemedContainer
      live
      theme={theme}
      mode={mode}
      variables={variables}
      className="mt-4 overflow-hidden rounded-card border border-line bg-surface shadow-1"
    >
      <p className="truncate bg-subtle px-4 py-2 text-small text-text-2">{host}</p>
      {WIDE.map(sample)}
      <div className="grid md:grid-cols-2">
        {COLUMNS.map((places) => (
          <div key={places[0]?.name}>{places.map(sample)}</div>
        ))}
      </div>
    </ThemedContainer>
  )
}
