import { createContext, useCallback, useContext, useEffect, useState } from 'react'
import type { Field } from '#kernel/browser/fields/field.ts'
import type { References } from './references.ts'

/** Names of what values of relation and person fields are about. */
export const ReferencesOf = createContext<References | undefined>(undefined)

/** What a function finds for an id; undefined while it is loaded, and if there is none. */
function useName(id: string, find: ((id: string) => Promise<string | undefined>) | undefined) {
  const [found, setFound] = useState<{ id: string; name: string | undefined }>()
  useEffect(() => {
    let isCurrent = true
    if (id)
      find?.(id).then(
        (name) => isCurrent && setFound({ id, name }),
        () => undefined,
      )
    return () => {
      isCurrent = false
    }
  }, [id, find])
  return found?.id === id ? found.name : undefined
}

/** The name of a row or person; undefined while it is loaded, and if there is none. */
export function useReferenceName(field: Field, id: string): string | undefined {
  const references = useContext(ReferencesOf)
  const find = useCallback(async (of: string) => references?.nameOf(field, of), [references, field])
  return useName(id, find)
}

/** The name of a customer or a member of the staff. */
export function usePersonName(id: string | null): string | undefined {
  return useName(id ?? '', useContext(ReferencesOf)?.nameOfPerson)
}

/** The name of a row or person, or the end of its id where there is none. */
export function ReferenceName({ field, id }: { field: Field; id: string }) {
  const name = useReferenceName(field, id)
  return name ? <>{name}</> : <span className="font-mono text-caption text-text-2">{id.slice(-8)}</span>
}
