import { Globe, Plus, Trash2 } from 'lucide-react'
import { type KeyboardEvent, useState } from 'react'
import { Field } from '#ui/base/field.tsx'
import { Input } from '#ui/base/input.tsx'
import { Button } from '#ui/button.tsx'
import { IconButton } from '#ui/icon-button.tsx'
import { readSite } from './site-origin.ts'

export interface SitesEditorProps {
  /** The listed origins, for example `https://your-site.com`. */
  sites: readonly string[]
  onChange: (sites: string[]) => void
  busy?: boolean
  /** Explains the list and what works without it. */
  hint: string
}

/**
 * The sites that may show a tenant's blocks: a field to add one, and the list with a button to remove each.
 */
export function SitesEditor({ sites, onChange, busy, hint }: SitesEditorProps) {
  const [text, setText] = useState('')
  const [error, setError] = useState<string>()

  function add() {
    if (busy) return
    const site = readSite(text, sites)
    if ('error' in site) return setError(site.error)
    setText('')
    setError(undefined)
    onChange([...sites, site.origin])
  }

  function addOnEnter(event: KeyboardEvent) {
    if (event.key !== 'Enter') return
    // Enter must not submit the surrounding form.
    event.preventDefault()
    add()
  }

  return (
    <div>
      <Field label="Site address" hint={hint} error={error}>
        {(control) => (
          <div className="flex gap-2">
            <Input
              {...control}
              type="text"
              inputMode="url"
              autoCapitalize="off"
              autoComplete="url"
              spellCheck={false}
              placeholder="https://your-site.com"
              value={text}
              onChange={(event) => {
                setText(event.currentTarget.value)
                setError(undefined)
              }}
              onKeyDown={addOnEnter}
            />
            <Button icon={<Plus size={16} strokeWidth={1.75} aria-hidden />} busy={busy} onClick={add}>
              Add site
            </Button>
          </div>
        )}
      </Field>
      {sites.length > 0 ? (
        <ul aria-label="Sites" className="mt-3 divide-y divide-line border-y border-line">
          {sites.map((site) => (
            <li key={site} className="flex min-h-10 items-center gap-3">
              <Globe size={16} strokeWidth={1.75} aria-hidden className="shrink-0 text-text-3" />
              <span className="min-w-0 flex-1 wrap-anywhere">{site}</span>
              <IconButton
                label={`Remove ${site}`}
                icon={<Trash2 size={16} strokeWidth={1.75} aria-hidden />}
                disabled={busy}
                onClick={() => onChange(sites.filter((each) => each !== site))}
              />
            </li>
          ))}
        </ul>
      ) : null}
    </div>
  )
}
