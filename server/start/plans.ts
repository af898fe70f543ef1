import { setUpPlans } from '#features/plans/operator/set-up.ts'
import type { Kernel } from '#kernel/kernel.ts'

/**
 * Creates the paid plans in the sandbox, so that developers need not run a command. A failure is logged and does not
 * stop the server.
 */
export async function setUpSandboxPlans(kernel: Kernel): Promise<void> {
  for (const mode of ['test', 'live'] as const)
    await setUpPlans(kernel, mode).catch((error: Error) =>
      kernel.log.warn({ mode, error: error.message }, 'the plans could not be set up'),
    )
}
