// Loaded before every script that scripts/run.mjs starts. Ends the script when its parent process exits, even
// by SIGKILL: the operating system then closes the parent's end of the IPC channel.
import process from 'node:process'
import { isMainThread } from 'node:worker_threads'

if (isMainThread && process.channel) {
  process.once('disconnect', () => {
    // The script's own SIGTERM handler stops it cleanly. Without one, it exits with the code of SIGTERM.
    if (!process.emit('SIGTERM', 'SIGTERM', 15)) process.exit(143)
  })
  // The listener must not keep a finished script running.
  process.channel.unref()
}
