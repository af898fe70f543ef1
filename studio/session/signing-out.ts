/** Window event just before the user signs out. Listeners must send pending changes now. */
export const SIGNING_OUT = 'bb:signing-out'
