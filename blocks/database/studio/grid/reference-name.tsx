import { createContext, useContext, useEffect, useState } from 'react'
import type { Field } from '#kernel/browser/fields/field.ts'
import type { References } from './references.ts'

/** Names of what values of relation and person fields are about. */
export const ReferencesOf = createContext<References | undefined>(undefined)

/** A result once it is there; undefined while it is loaded. */
function useLoaded<T>(key: string, load: () => Promise<T> | undefined): T | undefined {
  const [found, setFound] = useState<{ key: string; value: T }>()
  useEffect(() => {
    let isCurrent = true
    load()?.then(
      (value) => isCurrent && setFound({ key, value }),
      () => undefined,
    )
    return () => {
      isCurrent = false
    }
    // The key says what is loaded.
  }, [key])
  return found?.key === key ? found.value : undefined
}

/** The name of a row or person; undefined while it is loaded, and if there is none. */
export function useReferenceName(field: Field, id: string): string | undefined {
  const references = useContext(ReferencesOf)
  return useLoaded(`${field.id} ${id}`, () => (id ? references?.nameOf(field, id) : undefined))
}

/** The name of a customer or a member of the staff. */
export function usePersonName(id: string | null): string | undefined {
  const references = useContext(ReferencesOf)
  return useLoaded(id ?? '', () => (id ? references?.nameOfPerson(id) : undefined))
}

/** The name of a row or person, or the end of its id where there is none. */
export function ReferenceName({ field, id }: { field: Field; id: string }) {
  const name = useReferenceName(field, id)
  return name ? <>{name}</> : <span className="font-mono text-caption text-text-2">{id.slice(-8)}</span>
}
