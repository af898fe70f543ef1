import { setUpPlans } from '#features/plans/operator/set-up.ts'
import type { Kernel } from '#kernel/kernel.ts'

/**
 * Makes the paid plans at the sandbox, which nobody would run a command for. A fault is told and keeps nobody from
 * working on everything else.
 */
export async function setUpSandboxPlans(kernel: Kernel): Promise<void> {
  for (const mode of ['test', 'live'] as const)
    await setUpPlans(kernel, mode).catch((error: Error) =>
      kernel.log.warn({ mode, error: error.message }, 'the plans could not be set up'),
    )
}
