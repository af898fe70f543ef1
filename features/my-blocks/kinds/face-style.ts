import { passageVariables } from '#ui/base/faces/passage-look.ts'
import type { BlockView } from './view.ts'

/** The look that a block brings along, as a style sheet for the page that is shown before scripts run; often empty. */
export function faceStyle(view: BlockView): string {
  if (view.kind !== 'text') return ''
  const rules = passageVariables(view).map(([name, value]) => `${name}:${value}`)
  return rules.length > 0 ? `.bb-passage{${rules.join(';')}}` : ''
}
