import { passageVariables } from '#ui/base/faces/passage-style.ts'
import type { BlockView } from './view.ts'

/** A block's own style as CSS for the page before scripts run; often empty. */
export function faceStyle(view: BlockView): string {
  if (view.kind !== 'text') return ''
  const rules = passageVariables(view).map(([name, value]) => `${name}:${value}`)
  return rules.length > 0 ? `.bb-passage{${rules.join(';')}}` : ''
}
