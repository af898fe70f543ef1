import { useEffect, useState } from 'react'
import type { Door, DoorState } from './door-device.ts'

/** The device's state; the component renders again when it changes. */
export function useDoor(door: Door): DoorState {
  const [state, setState] = useState(door.state)
  useEffect(() => {
    const read = () => setState(door.state())
    const end = door.subscribe(read)
    // It may have changed between the first render and now.
    queueMicrotask(read)
    return end
  }, [door])
  return state
}
