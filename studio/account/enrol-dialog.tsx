import { useQuery } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { Skeleton } from '#ui/base/skeleton.tsx'
import { Button } from '#ui/button.tsx'
import { Dialog } from '#ui/dialog.tsx'
import { FailedRow } from '#ui/failed-row.tsx'
import { toast } from '#ui/toast.ts'
import { ValueWell } from '#ui/value-well.tsx'
import { authErrorText } from '../auth/auth-errors.ts'
import { CodeInput } from '../auth/code-input.tsx'
import { useStepUp } from '../auth/step-up.tsx'
import { useAct } from '../auth/use-act.ts'
import { authClient } from '../auth-client.ts'
import { useRefreshAccount } from './use-account.ts'

export interface EnrolDialogProps {
  /** What the factor will be called. */
  name: string
  /** The first second step of the account: recovery codes come with it. */
  first: boolean
  onCodes: (codes: string[]) => void
  onClose: () => void
}

/** Sets an authenticator app up: the picture to scan, or the key to type, then a code to prove it. */
export default function EnrolDialog({ name, first, onCodes, onClose }: EnrolDialogProps) {
  const refresh = useRefreshAccount()
  const field = useRef<HTMLInputElement>(null)
  const [code, setCode] = useState('')
  const [gap, setGap] = useState<string>()
  const { busy, failure, run } = useAct()
  const { sure, dialog } = useStepUp()
  const enrolment = useQuery({
    queryKey: ['enrol', name],
    gcTime: 0,
    staleTime: Infinity,
    refetchOnWindowFocus: false,
    retry: false,
    queryFn: async () => {
      const { mfa } = await authClient()
      // One that was begun and left has the name, and would refuse this one.
      const { data: known } = await mfa.listFactors()
      const left = known?.all.filter(
        (factor) => factor.factor_type === 'totp' && factor.status === 'unverified',
      )
      for (const factor of left ?? []) await mfa.unenroll({ factorId: factor.id })
      const answer = await sure(() =>
        mfa.enroll({ factorType: 'totp', friendlyName: name, issuer: 'Bolt Blocks' }),
      )
      if (!answer) return null
      if (answer.error) throw answer.error
      return answer.data
    },
  })

  /** Closed before it was proven: nothing half made is left. */
  function leave() {
    const begun = enrolment.data?.id
    if (begun) void authClient().then(({ mfa }) => mfa.unenroll({ factorId: begun }))
    onClose()
  }

  async function confirm(digits: string) {
    const begun = enrolment.data
    if (busy || !begun) return
    setGap(digits.length < 6 ? 'Enter the 6 digits.' : undefined)
    if (digits.length < 6) return field.current?.focus()
    const done = await run(async () =>
      (await authClient()).mfa.challengeAndVerify({ factorId: begun.id, code: digits }),
    )
    if (!done) {
      setCode('')
      return field.current?.focus()
    }
    toast.success('Two-step verification is on.')
    onClose()
    if (first) {
      const made = await (await authClient()).mfa.recoveryCodes.generate()
      if (made.data) onCodes(made.data.codes)
      else toast.error('No recovery codes made', authErrorText(made.error))
    }
    await refresh()
  }

  // Called off when asked who is there.
  const calledOff = enrolment.data === null
  return (
    <>
      <Dialog
        open={!calledOff}
        onOpenChange={(open) => open || leave()}
        title="Add authenticator app"
        description="Scan the picture with an authenticator app, or type the key into it. Then enter the code the app shows."
        onSubmit={() => void confirm(code)}
        footer={
          <>
            <Button onClick={leave}>Cancel</Button>
            <Button type="submit" variant="primary" busy={busy} busyWords="Checking...">
              Turn on
            </Button>
          </>
        }
      >
        {enrolment.isError ? (
          <FailedRow
            message={authErrorText(enrolment.error)}
            busy={enrolment.isFetching}
            onRetry={() => void enrolment.refetch()}
          />
        ) : (
          <div className="flex flex-col gap-4">
            {/* Always dark on white: not every app reads the reverse. */}
            <div className="grid size-[196px] place-items-center self-center rounded-control border border-line bg-[#fff] p-3">
              {enrolment.data ? (
                <img
                  src={asImage(enrolment.data.totp.qr_code)}
                  alt="QR code with the key"
                  width={172}
                  height={172}
                />
              ) : (
                <Skeleton width={172} height={172} />
              )}
            </div>
            <ValueWell
              label="Key"
              value={enrolment.data?.totp.secret}
              waitingWords="Generating..."
              copyLabel="Copy key"
            />
            <CodeInput
              ref={field}
              label="Code"
              value={code}
              error={gap ?? failure}
              onChange={setCode}
              onFull={(full) => void confirm(full)}
            />
          </div>
        )}
      </Dialog>
      {dialog}
    </>
  )
}

/** The client hands the SVG over unescaped behind its own prefix, and `#` ends an address. */
const asImage = (picture: string) =>
  picture.replace(
    /^data:image\/svg\+xml;utf-8,(.*)$/s,
    (_, svg: string) => `data:image/svg+xml,${encodeURIComponent(svg)}`,
  )
