// Loaded before every script that scripts/run.mjs starts. The script ends when its parent process dies, even by SIGKILL:
// the parent holds the other end of the IPC channel, and the operating system closes it.
import process from 'node:process'
import { isMainThread } from 'node:worker_threads'

if (isMainThread && process.channel) {
  process.once('disconnect', () => {
    // The script's own handler of SIGTERM stops it in order. Without one it ends as SIGTERM would end it.
    if (!process.emit('SIGTERM', 'SIGTERM', 15)) process.exit(143)
  })
  // The listener must not keep a finished script running.
  process.channel.unref()
}
