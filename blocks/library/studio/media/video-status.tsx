import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { callErrorText } from '#kernel/browser/call.ts'
import { call } from '#studio/data/api.ts'
import { convertVideo, readVideo, type VideoState } from '#blocks/library/endpoints-studio.ts'
import { Button } from '#ui/button.tsx'
import { Notice } from '#ui/notice.tsx'
import { Progress } from '#ui/progress.tsx'
import { toast } from '#ui/toasts/toast.ts'

/** How often the state is read while something happens. */
const POLL_MS = 2000

const isRunning = ({ state, can_convert }: VideoState) =>
  can_convert && (state === 'waiting' || state === 'working')

/** How far the conversion of a stored video is, and what viewers get meanwhile. */
export function VideoStatus({ tenantId, itemId, path }: { tenantId: string; itemId: string; path: string }) {
  const queries = useQueryClient()
  const key = ['library-video', tenantId, itemId, path]
  const { data } = useQuery({
    queryKey: key,
    queryFn: () => call(readVideo, { tenantId, itemId }),
    refetchInterval: ({ state }) => (state.data && isRunning(state.data) ? POLL_MS : false),
  })
  const again = useMutation({
    mutationFn: () => call(convertVideo, { tenantId, itemId }),
    onSuccess: (state) => queries.setQueryData(key, state),
    onError: (error) => toast.error('Error', callErrorText(error, 'The conversion could not be started.')),
  })
  if (!data || data.state === 'none') return null
  if (data.state === 'ready')
    return (
      <p className="text-small text-text-2" data-video="ready">
        Plays adaptively in {data.heights.map((height) => `${height}p`).join(', ')}.
      </p>
    )
  if (data.state === 'failed')
    return (
      <Notice tone="warn" title="The video was not converted">
        <p>{data.failure} Viewers get the file as you uploaded it.</p>
        <div className="mt-3">
          <Button size="small" busy={again.isPending} busyLabel="Starting..." onClick={() => again.mutate()}>
            Try again
          </Button>
        </div>
      </Notice>
    )
  if (!data.can_convert)
    return (
      <Notice tone="info">
        This server cannot convert videos, because ffmpeg is not installed. Viewers get the file as you
        uploaded it.
      </Notice>
    )
  const label = data.state === 'working' ? `Converting: ${data.progress} %` : 'Waiting to be converted'
  return (
    <div className="flex flex-col gap-2" data-video={data.state}>
      <p className="text-small text-text-2">{label}. Viewers get the file as you uploaded it until then.</p>
      <Progress label="Conversion of the video" value={data.progress / 100} />
    </div>
  )
}
