import { typedData } from '#features/my-blocks/contract.ts'
import { fieldOf, type Json } from '#features/my-blocks/kinds/read-json.ts'
import type { EditorProps } from './editor.ts'
import { PricingEditor } from './pricing-editor.tsx'
import { ProfileEditor } from './profile-editor.tsx'
import { TextEditor } from './text-editor.tsx'

type Typed = keyof typeof typedData

function typeOf(data: Json): Typed | undefined {
  const type = fieldOf(data, 'type')
  return typeof type === 'string' && Object.hasOwn(typedData, type) ? (type as Typed) : undefined
}

/** Whether this type of data has a form; custom types can only be edited as JSON. */
export const hasForm = (data: Json): boolean => typeOf(data) !== undefined

/** The form for the data's type. */
export function DataForm(props: EditorProps) {
  const type = typeOf(props.data)
  if (type === 'text') return <TextEditor {...props} />
  if (type === 'profile') return <ProfileEditor {...props} />
  return type === 'pricing' ? <PricingEditor {...props} /> : null
}

/**
 * Values that do not fit the type, by path (`plans.0.name`). They are stored anyway; pages omit what they
 * cannot render.
 */
export function problemsOf(data: Json): ReadonlyMap<string, string> {
  const type = typeOf(data)
  const read = type && typedData[type].safeParse(data)
  return new Map((read?.error?.issues ?? []).map(({ path, message }) => [path.join('.'), message]))
}
