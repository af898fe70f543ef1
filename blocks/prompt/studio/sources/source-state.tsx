import type { StaffSource } from '#blocks/prompt/endpoints-studio.ts'
import { Badge } from '#ui/base/badge.tsx'
import { KINDS } from './source-kinds.tsx'

/** Whether answers can use a source. */
export function SourceState({ source }: { source: StaffSource }) {
  if (source.state === 'failed') return <Badge dot="danger">Failed</Badge>
  if (source.state === 'waiting' || source.state === 'running') return <Badge dot="accent">Reading</Badge>
  if (KINDS[source.kind].isLive) return <Badge dot="ok">Live</Badge>
  if (source.audience === null) return <Badge dot="warn">For no one</Badge>
  return source.problem ? <Badge dot="warn">Ready, in part</Badge> : <Badge dot="ok">Ready</Badge>
}

/** How much was read. */
export function readText({ kind, documents, passages }: StaffSource): string {
  if (KINDS[kind].isLive) return 'Read with each question'
  const names =
    kind === 'pages' ? ['page', 'pages'] : kind === 'file' ? ['file', 'files'] : ['answer', 'answers']
  return `${documents.toLocaleString('en-US')} ${names[documents === 1 ? 0 : 1]}, ${passages.toLocaleString('en-US')} ${passages === 1 ? 'passage' : 'passages'}`
}
