/** Event of the window just before a session ends by its person's wish: what still waits is to be sent now. */
export const SIGNING_OUT = 'bb:signing-out'
