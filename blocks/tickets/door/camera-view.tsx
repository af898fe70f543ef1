import { useEffect, useRef, useState } from 'react'
import { Button } from '#ui/base/button.tsx'
import { createCodeGate } from './code-gate.ts'
import { CameraIcon } from './door-icons.tsx'
import { openQrReader } from './qr-reader.ts'

/** Time between two frames that are searched. */
const FRAME_MS = 120

type CameraState = 'off' | 'starting' | 'on' | 'denied' | 'missing' | 'failed'

const PROBLEMS: Partial<Record<CameraState, string>> = {
  denied: 'The browser may not use the camera. Allow it in the settings of this page, or type the codes.',
  missing: 'This device has no camera. Type the codes, or use a hand scanner.',
  failed: 'The camera could not be started. Close other apps that use it, and try again.',
}

/** The camera's picture, searched for codes. It starts at a press, when the browser asks for the permission, and at once when it was allowed before. */
export function CameraView({ onCode }: { onCode: (code: string) => Promise<void> }) {
  const video = useRef<HTMLVideoElement>(null)
  const [state, setState] = useState<CameraState>('off')
  const [isWanted, setWanted] = useState(false)

  useEffect(() => {
    // Chromium and WebKit know whether it was allowed before; others ask at the press.
    navigator.permissions
      ?.query({ name: 'camera' })
      .then(({ state: allowed }) => allowed === 'granted' && setWanted(true))
      .catch(() => {})
  }, [])

  useEffect(() => {
    if (!isWanted) return undefined
    const end = new AbortController()
    runCamera(video.current!, end.signal, setState, onCode).catch((error: unknown) => {
      if (end.signal.aborted) return
      setWanted(false)
      setState(stateOf(error))
    })
    return () => end.abort()
  }, [isWanted, onCode])

  const isOn = state === 'on'
  return (
    <div className="door-camera" data-on={isOn ? '' : undefined}>
      <video ref={video} muted playsInline aria-label="Camera" hidden={!isOn} />
      {isOn ? (
        <span className="door-frame" aria-hidden="true" />
      ) : (
        <div className="door-camera-off">
          <CameraIcon />
          {PROBLEMS[state] ? (
            <p role="alert">{PROBLEMS[state]}</p>
          ) : (
            <p>Hold the ticket’s code in front of the camera.</p>
          )}
          <Button size="large" busy={isWanted} busyLabel="Starting..." onClick={() => setWanted(true)}>
            {state === 'off' || isWanted ? 'Start camera' : 'Try again'}
          </Button>
        </div>
      )}
    </div>
  )
}

function stateOf(error: unknown): CameraState {
  const name = error instanceof Error ? error.name : ''
  if (name === 'NotAllowedError' || name === 'SecurityError') return 'denied'
  return name === 'NotFoundError' || !navigator.mediaDevices ? 'missing' : 'failed'
}

const untilVisible = (): Promise<void> =>
  new Promise((resolve) => {
    const check = () => {
      if (document.visibilityState !== 'visible') return
      document.removeEventListener('visibilitychange', check)
      resolve()
    }
    document.addEventListener('visibilitychange', check)
    check()
  })

/** Shows the camera and reports codes until the signal. A phone that was locked ends the picture; it is started again then. */
async function runCamera(
  video: HTMLVideoElement,
  signal: AbortSignal,
  setState: (state: CameraState) => void,
  onCode: (code: string) => Promise<void>,
): Promise<void> {
  setState('starting')
  const read = await openQrReader()
  const isNew = createCodeGate()
  while (!signal.aborted) {
    const stream = await navigator.mediaDevices.getUserMedia({
      audio: false,
      video: { facingMode: 'environment', width: { ideal: 1280 }, height: { ideal: 720 } },
    })
    // A phone that sleeps is no help at a door. Where it cannot be prevented, the picture is started again.
    const awake = await navigator.wakeLock?.request('screen').catch(() => undefined)
    try {
      video.srcObject = stream
      await video.play()
      if (!signal.aborted) setState('on')
      while (!signal.aborted && stream.getVideoTracks()[0]?.readyState === 'live') {
        const code = document.visibilityState === 'visible' ? await read(video) : undefined
        if (isNew(code, performance.now()) && !signal.aborted) await onCode(code!)
        await new Promise((resolve) => setTimeout(resolve, FRAME_MS))
      }
    } finally {
      for (const track of stream.getTracks()) track.stop()
      await awake?.release()
    }
    await untilVisible()
  }
}
