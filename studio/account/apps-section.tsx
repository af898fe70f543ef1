import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { Avatar } from '#ui/avatar.tsx'
import { Button } from '#ui/button.tsx'
import { ConfirmDialog } from '#ui/overlays/confirm-dialog.tsx'
import { toast } from '#ui/toasts/toast.ts'
import { authErrorText } from '../auth/auth-errors.ts'
import { useAction } from '../auth/use-action.ts'
import { authCall } from '../session/auth-call.ts'
import { useAuth } from '../session/session.tsx'
import { LoadedContent, Row, Rows, Section } from './section.tsx'
import { accountKey } from './use-account.ts'

/** An OAuth grant as returned by GET /auth/v1/user/oauth/grants. */
interface Grant {
  client: { id: string; name: string }
  granted_at: string
}

/** Applications connected by OAuth. Hidden if there are none. */
export function AppsSection() {
  const { user } = useAuth()
  const grants = useQuery({
    queryKey: accountKey(user?.id, 'apps'),
    enabled: user !== null,
    queryFn: async () => {
      const { data, error } = await authCall<Grant[]>('GET', '/user/oauth/grants')
      if (error) throw new Error(authErrorText(error))
      return data!
    },
  })
  if (!grants.isError && !grants.data?.length) return null
  return (
    <Section title="Connected applications" text="These apps can see who you are and act on your behalf.">
      <LoadedContent query={grants} failed="Your connected applications could not be loaded.">
        {(all) => (
          <Rows label="Connected applications">
            {all.map((grant) => (
              <GrantRow key={grant.client.id} grant={grant} />
            ))}
          </Rows>
        )}
      </LoadedContent>
    </Section>
  )
}

function GrantRow({ grant }: { grant: Grant }) {
  const { user } = useAuth()
  const queries = useQueryClient()
  const [isConfirming, setIsConfirming] = useState(false)
  const { busy, run } = useAction()
  const { id, name } = grant.client

  async function remove() {
    const done = await run(async () => {
      const result = await authCall('DELETE', `/user/oauth/grants?client_id=${encodeURIComponent(id)}`)
      if (result.error) toast.error('Could not remove access', authErrorText(result.error))
      return result
    })
    setIsConfirming(false)
    await queries.invalidateQueries({ queryKey: accountKey(user?.id, 'apps') })
    if (done) toast.success(`${name} no longer has access.`)
  }

  const day = new Date(grant.granted_at).toLocaleDateString('en', { dateStyle: 'medium' })
  return (
    <>
      <Row
        icon={<Avatar name={name} size="small" />}
        title={name}
        text={`Since ${day}`}
        wide
        actions={
          <Button size="small" aria-label={`Remove access: ${name}`} onClick={() => setIsConfirming(true)}>
            Remove access
          </Button>
        }
      />
      <ConfirmDialog
        open={isConfirming}
        onOpenChange={setIsConfirming}
        title={`Remove access for ${name}?`}
        confirmLabel="Remove access"
        busy={busy}
        busyLabel="Removing..."
        onConfirm={() => void remove()}
      >
        It can no longer act on your behalf unless you grant access again.
      </ConfirmDialog>
    </>
  )
}
