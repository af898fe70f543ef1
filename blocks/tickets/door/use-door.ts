import { useEffect, useState } from 'react'
import type { Door, DoorState } from './door-device.ts'

/** The device's state; the component renders again when it changes. */
export function useDoor(door: Door): DoorState {
  const [state, setState] = useState(door.state)
  useEffect(() => {
    setState(door.state())
    return door.subscribe(() => setState(door.state()))
  }, [door])
  return state
}
