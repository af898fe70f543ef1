import type { StaffAssistant } from '#blocks/prompt/endpoints-studio.ts'
import { Badge } from '#ui/base/badge.tsx'

/** Whether visitors can ask an assistant. */
export function AssistantState({ assistant }: { assistant: StaffAssistant }) {
  if (!assistant.is_on) return <Badge dot="neutral">Off</Badge>
  if (assistant.audience === null) return <Badge dot="warn">Open to no one</Badge>
  return assistant.sources === 0 ? <Badge dot="warn">No sources</Badge> : <Badge dot="ok">On</Badge>
}
