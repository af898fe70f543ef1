import './block-preview.css'
import { Moon, Sun } from 'lucide-react'
import { useState } from 'react'
import { blockPlaces, blocks } from '#blocks/registry.ts'
import type { BlockPlace } from '#kernel/browser/block-manifest.ts'
import type { ThemeMode } from '#kernel/browser/embed-page.ts'
import type { TenantTheme } from '#kernel/browser/theme/theme.ts'
import { Segments } from '#ui/base/segments.tsx'
import { OptionPicker } from '#ui/forms/option-picker.tsx'
import { IconButton } from '#ui/icon-button.tsx'
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
  /** As tall as the block, for a page. Otherwise it fills the side of a dialog, and is a small picture on a phone. */
  whole?: boolean
}

/** The real blocks in the current theme, saved or not. Color changes apply without reloading the frame. */
export function BlockPreview({
  theme,
  studio,
  places = blockPlaces,
  first = blocks.pay.name,
  whole = false,
}: BlockPreviewProps) {
  const [block, setBlock] = useState<string>(first)
  const [pageMode, setPageMode] = useState<ThemeMode>(studio)
  const isFixed = theme.mode === 'light' || theme.mode === 'dark'
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
      <div className="block-preview" data-whole={whole} data-theme={theme.variant} data-mode={mode}>
        <ThemedFrame block={block} theme={theme} mode={mode} fit={whole ? 'whole' : 'fill'} />
        {whole || isFixed ? null : (
          <IconButton
            className="block-preview-mode"
            label={mode === 'dark' ? 'Preview on a light page' : 'Preview on a dark page'}
            icon={
              mode === 'dark' ? <Sun size={16} strokeWidth={1.75} /> : <Moon size={16} strokeWidth={1.75} />
            }
            onClick={() => setPageMode(mode === 'dark' ? 'light' : 'dark')}
          />
        )}
      </div>
      {isFixed ? (
        <p className="text-caption text-text-3">
          Always {theme.mode}. On other pages the block gets its own {theme.mode} background.
        </p>
      ) : (
        <div className="block-preview-pages" data-whole={whole}>
          <Segments
            label="Page around the block"
            wide
            value={pageMode}
            options={MODES}
            onChange={setPageMode}
          />
        </div>
      )}
    </section>
  )
}
