import { useQuery } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { Skeleton } from '#ui/base/skeleton.tsx'
import { Button } from '#ui/button.tsx'
import { Dialog } from '#ui/overlays/dialog.tsx'
import { FailedRow } from '#ui/lists/failed-row.tsx'
import { toast } from '#ui/toasts/toast.ts'
import { ValueWell } from '#ui/value-well.tsx'
import { authErrorText } from '../auth/auth-errors.ts'
import { CodeInput } from '../auth/code-input.tsx'
import { useStepUp } from '../auth/step-up.tsx'
import { useAction } from '../auth/use-action.ts'
import { authClient } from '../session/auth-client.ts'
import { useRefreshAccount } from './use-account.ts'

export interface EnrollDialogProps {
  /** Name of the new factor. */
  name: string
  /** Whether this is the account's first second factor. If so, recovery codes are generated too. */
  first: boolean
  onCodes: (codes: string[]) => void
  onClose: () => void
}

/** Sets up an authenticator app: shows a QR code and the key, then asks for a code as proof. */
export default function EnrollDialog({ name, first, onCodes, onClose }: EnrollDialogProps) {
  const refresh = useRefreshAccount()
  const field = useRef<HTMLInputElement>(null)
  const [code, setCode] = useState('')
  const [fieldError, setFieldError] = useState<string>()
  const { busy, failure, run } = useAction()
  const { withProof, dialog } = useStepUp()
  const enrolment = useQuery({
    queryKey: ['enrol', name],
    gcTime: 0,
    staleTime: Infinity,
    refetchOnWindowFocus: false,
    retry: false,
    queryFn: async () => {
      const { mfa } = await authClient()
      // An abandoned enrollment still owns the name and would block this one.
      const { data: known } = await mfa.listFactors()
      const abandoned = known?.all.filter(
        (factor) => factor.factor_type === 'totp' && factor.status === 'unverified',
      )
      for (const factor of abandoned ?? []) await mfa.unenroll({ factorId: factor.id })
      const result = await withProof(() =>
        mfa.enroll({ factorType: 'totp', friendlyName: name, issuer: 'Bolt Blocks' }),
      )
      if (!result) return null
      if (result.error) throw result.error
      return result.data
    },
  })

  /** Removes the unverified factor if the user closes the dialog early. */
  function leave() {
    const pendingId = enrolment.data?.id
    if (pendingId) void authClient().then(({ mfa }) => mfa.unenroll({ factorId: pendingId }))
    onClose()
  }

  async function confirm(digits: string) {
    const pending = enrolment.data
    if (busy || !pending) return
    setFieldError(digits.length < 6 ? 'Enter the 6-digit code.' : undefined)
    if (digits.length < 6) return field.current?.focus()
    const done = await run(async () =>
      (await authClient()).mfa.challengeAndVerify({ factorId: pending.id, code: digits }),
    )
    if (!done) {
      setCode('')
      return field.current?.focus()
    }
    toast.success('Two-step verification is on.')
    onClose()
    if (first) {
      const generated = await (await authClient()).mfa.recoveryCodes.generate()
      if (generated.data) onCodes(generated.data.codes)
      else toast.error('Could not create recovery codes', authErrorText(generated.error))
    }
    await refresh()
  }

  // The user canceled the step-up dialog.
  const isCanceled = enrolment.data === null
  return (
    <>
      <Dialog
        open={!isCanceled}
        onOpenChange={(open) => open || leave()}
        title="Add authenticator app"
        description="Scan the QR code with an authenticator app, or enter the key manually. Then enter the code that the app shows."
        onSubmit={() => void confirm(code)}
        footer={
          <>
            <Button onClick={leave}>Cancel</Button>
            <Button type="submit" variant="primary" busy={busy} busyLabel="Checking...">
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
            {/* Always dark on white, because some apps cannot scan inverted codes. */}
            <div className="grid size-[196px] place-items-center self-center rounded-control border border-line bg-[#fff] p-3">
              {enrolment.data ? (
                <img
                  src={asImage(enrolment.data.totp.qr_code)}
                  alt="QR code of the key"
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
              waitingText="Generating..."
              copyLabel="Copy key"
            />
            <CodeInput
              ref={field}
              label="Code"
              value={code}
              error={fieldError ?? failure}
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

/** The client returns the SVG unescaped in a data URL, where `#` would start a fragment. */
const asImage = (picture: string) =>
  picture.replace(
    /^data:image\/svg\+xml;utf-8,(.*)$/s,
    (_, svg: string) => `data:image/svg+xml,${encodeURIComponent(svg)}`,
  )
