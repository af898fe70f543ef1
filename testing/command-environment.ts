/** The environment of a command or server that a test starts, before the test's own settings: nothing else of this process's reaches it. */
export const commandEnvironment = (): {
  PATH: string | undefined
  NODE_COMPILE_CACHE: string | undefined
} => ({
  PATH: process.env.PATH,
  // As `npm run` sets it: the process loads compiled code.
  NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE,
})
