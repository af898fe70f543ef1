import { Expand, Monitor, Smartphone, Tablet } from 'lucide-react'
import type { ReactNode } from 'react'
import { useViewport } from '#studio/layout/use-viewport.ts'
import { Field } from '#ui/base/field.tsx'
import { Segments } from '#ui/base/segments.tsx'
import { Button } from '#ui/button.tsx'
import { OptionPicker } from '#ui/forms/option-picker.tsx'
import { DEVICES, MODES, type PlaygroundAddress } from './address.ts'
import { playgroundBlocks } from './blocks.ts'
import { KeyInput } from './key-input.tsx'

const ICONS = { desktop: Monitor, tablet: Tablet, mobile: Smartphone }

/** Capitalizes the first letter. */
const capital = (word: string) => word.slice(0, 1).toUpperCase() + word.slice(1)

export interface ControlsProps {
  address: PlaygroundAddress
  onChange: (change: Partial<PlaygroundAddress>) => void
  /** The error for the key, if any. */
  keyProblem: string | undefined
  busy: boolean
  onUseMine: () => void
}

/** The controls for block, mode, device and tenant. */
export function Controls({ address, onChange, keyProblem, busy, onUseMine }: ControlsProps) {
  const isPhone = useViewport() === 'phone'
  return (
    <div className="mb-5 flex flex-wrap items-start gap-x-5 gap-y-4">
      <Group label="Block">
        <OptionPicker
          label="Block"
          value={address.block}
          options={playgroundBlocks.map(({ id, label }) => ({ value: id, label }))}
          onChange={(block) => onChange({ block, id: '' })}
        />
      </Group>
      <Group label="Mode">
        <Segments
          label="Mode"
          value={address.mode}
          options={MODES.map((value) => ({ value, label: capital(value) }))}
          onChange={(mode) => onChange({ mode })}
        />
      </Group>
      {address.mode === 'live' ? (
        <Group label="Theme">
          <Segments
            label="Theme"
            value={address.theme}
            options={[
              { value: '', label: 'Tenant’s theme' },
              { value: 'auto', label: 'Match the page' },
            ]}
            onChange={(theme) => onChange({ theme })}
          />
        </Group>
      ) : null}
      <Group label="Device">
        <Segments
          label="Device"
          value={address.device}
          options={DEVICES.map((value) => {
            // The whole width of a phone is no desktop, and the block is laid out for a phone.
            const isThisPhone = value === 'desktop' && isPhone
            const Icon = isThisPhone ? Expand : ICONS[value]
            return {
              value,
              label: (
                <>
                  <Icon size={16} strokeWidth={1.75} aria-hidden />
                  {isThisPhone ? 'Full width' : capital(value)}
                </>
              ),
            }
          })}
          onChange={(device) => onChange({ device })}
        />
      </Group>
      <div className="flex w-full items-start gap-2 sm:w-auto">
        <div className="min-w-0 flex-1 sm:w-58">
          <Field label="Tenant public key" error={keyProblem}>
            {(control) => (
              <KeyInput control={control} value={address.pk} onChange={(pk) => onChange({ pk })} />
            )}
          </Field>
        </div>
        <div className="mt-6.5">
          <Button busy={busy} onClick={onUseMine}>
            Use my tenant
          </Button>
        </div>
      </div>
    </div>
  )
}

function Group({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div className="max-w-full">
      <p aria-hidden="true" className="mb-1.5 text-small font-label">
        {label}
      </p>
      {children}
    </div>
  )
}
