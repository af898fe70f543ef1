import { useState } from 'react'
import { Field } from '#ui/base/field.tsx'
import { Input, Textarea } from '#ui/base/input.tsx'
import { PasswordInput } from '#ui/base/password-input.tsx'
import { Segments } from '#ui/base/segments.tsx'
import { AddressForm } from '#ui/forms/address-form.tsx'
import { Checkbox } from '#ui/forms/checkbox.tsx'
import { JsonEditor } from '#ui/json-editor/json-editor.tsx'
import { OptionPicker } from '#ui/forms/option-picker.tsx'
import { PriceInput } from '#ui/forms/price-input.tsx'
import { SearchInput } from '#ui/forms/search-input.tsx'
import { Select } from '#ui/forms/select.tsx'
import { Switch } from '#ui/forms/switch.tsx'
import { ThemePicker } from '#ui/theme/theme-picker.tsx'
import type { ThemeId } from '#ui/theme/themes.ts'
import { ValueWell } from '#ui/value-well.tsx'
import { GalleryRow, GallerySection } from './gallery-section.tsx'

const CURRENCIES = [
  { value: 'eur', label: 'EUR (€)' },
  { value: 'usd', label: 'USD ($)' },
]

const DAYS = ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday']

export function GalleryFields() {
  const [on, setOn] = useState(true)
  const [search, setSearch] = useState('rye')
  const [device, setDevice] = useState('a')
  const [day, setDay] = useState('Monday')
  const [theme, setTheme] = useState<ThemeId>('clean')
  const [json, setJson] = useState('{\n  "type": "text",\n  "size": 16,\n  "shown": true\n}')
  return (
    <>
      <GallerySection title="Fields">
        <Field label="Name" hint="16/60 characters">
          {(control) => <Input {...control} defaultValue="Rye & honey loaf" />}
        </Field>
        <Field label="Description" optional="(optional)">
          {(control) => <Textarea {...control} placeholder="What is it?" />}
        </Field>
        <GalleryRow>
          <Field label="Price" error="Invalid price format">
            {(control) => <PriceInput {...control} sign="€" defaultValue="ten" />}
          </Field>
          <Field label="Currency">{(control) => <Select {...control} options={CURRENCIES} />}</Field>
        </GalleryRow>
        <AddressForm
          label="Website address"
          name="url"
          placeholder="https://your-site.com"
          value=""
          buttonLabel="Run check"
          busy={false}
          busyLabel="Checking..."
          missingText="Enter a web address such as https://shop.example"
          onSubmit={() => {}}
        />
        <Field label="Password">
          {(control) => (
            <PasswordInput {...control} showLabel="Show" hideLabel="Hide" defaultValue="secret" />
          )}
        </Field>
        <Field label="Read only">
          {(control) => <Input {...control} readOnly defaultValue="pk_7Qm2xT9vLr4K" />}
        </Field>
        <Field label="Disabled">{(control) => <Input {...control} disabled defaultValue="Not now" />}</Field>
        <div className="w-full">
          <SearchInput
            label="Search"
            placeholder="Search by title"
            value={search}
            onValueChange={setSearch}
          />
        </div>
        <div className="w-full">
          <JsonEditor label="JSON data" value={json} onChange={setJson} rows={6} hint="One object." />
        </div>
        <div className="w-full space-y-2">
          <ValueWell
            label="Public key"
            value="pk_7Qm2xT9vLr4K"
            waitingText="Generating..."
            copyLabel="Copy key"
          />
          <ValueWell label="Public key" value={null} waitingText="Generating..." copyLabel="Copy key" />
        </div>
      </GallerySection>
      <GallerySection title="Choices">
        <GalleryRow>
          <Switch checked={on} onCheckedChange={setOn}>
            {on ? 'Active' : 'Inactive'}
          </Switch>
          <Switch checked={false} onCheckedChange={() => undefined}>
            Off
          </Switch>
          <Switch checked busy onCheckedChange={() => undefined}>
            Busy
          </Switch>
          <Switch checked disabled onCheckedChange={() => undefined}>
            Disabled
          </Switch>
        </GalleryRow>
        <GalleryRow>
          <Checkbox defaultChecked>I understand</Checkbox>
          <Checkbox>Not yet</Checkbox>
          <Checkbox disabled>Disabled</Checkbox>
        </GalleryRow>
        <Segments
          label="Device"
          value={device}
          options={[
            { value: 'a', label: 'Mock' },
            { value: 'b', label: 'Live' },
          ]}
          onChange={setDevice}
        />
        <OptionPicker
          label="Day"
          value={day}
          options={DAYS.map((value) => ({ value, label: value }))}
          onChange={setDay}
        />
        <div className="w-full">
          <ThemePicker value={theme} onChange={setTheme} />
        </div>
      </GallerySection>
    </>
  )
}
