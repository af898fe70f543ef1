import { useState } from 'react'
import { blockPlaces, blocks } from '#blocks/registry.ts'
import type { BlockPlace } from '#kernel/browser/block-manifest.ts'
import type { ThemeMode } from '#kernel/browser/embed-page.ts'
import type { TenantTheme } from '#kernel/browser/theme/theme.ts'
import { Segments } from '#ui/base/segments.tsx'
import { OptionPicker } from '#ui/forms/option-picker.tsx'
import { ThemedFrame } from './themed-frame.tsx'

const MODES = [
  { value: 'light', label: 'Light' },
  { value: 'dark', label: 'Dark' },
] as const

export interface BlockPreviewProps {
  theme: TenantTheme
  /** The Studio's mode, in which the preview begins. */
  studio: ThemeMode
  /** The blocks to choose from; all of them unless given. */
  places?: readonly BlockPlace[]
  /** The first one that is shown. */
  first?: string
}

/** The real blocks in the current theme, saved or not. Color changes apply without reloading the frame. */
export function BlockPreview({
  theme,
  studio,
  places = blockPlaces,
  first = blocks.pay.name,
}: BlockPreviewProps) {
  const [block, setBlock] = useState<string>(first)
  const [pageMode, setPageMode] = useState<ThemeMode>(studio)
  const mode = theme.mode === 'light' || theme.mode === 'dark' ? theme.mode : pageMode

  return (
    <section aria-label="Preview" className="flex h-full flex-col gap-3">
      {places.length > 1 ? (
        <OptionPicker
          label="Block"
          wide
          value={block}
          options={places.map(({ name, title }) => ({ value: name, label: title }))}
          onChange={setBlock}
        />
      ) : null}
      <div
        className="relative min-h-[440px] flex-1 overflow-hidden rounded-card border border-line bg-surface"
        data-theme={theme.variant}
        data-mode={mode}
      >
        <ThemedFrame block={block} theme={theme} mode={mode} />
      </div>
      {theme.mode === 'light' || theme.mode === 'dark' ? (
        <p className="text-caption text-text-3">
          Always {theme.mode}. On other pages the block gets its own {theme.mode} background.
        </p>
      ) : (
        <Segments
          label="Page around the block"
          wide
          value={pageMode}
          options={MODES}
          onChange={setPageMode}
        />
      )}
    </section>
  )
}
