import { useQuery } from '@tanstack/react-query'
import { Fingerprint } from 'lucide-react'
import { useSignInSettings } from '../auth/sign-in-settings.ts'
import { useStepUp } from '../auth/step-up.tsx'
import { authClient } from '../session/auth-client.ts'
import { useAuth } from '../session/session.tsx'
import { AddPasskey } from './add-passkey.tsx'
import { PasskeyRow } from './passkey-row.tsx'
import { passkeyName } from './passkey-texts.ts'
import { LoadedContent, Row, Rows, Section } from './section.tsx'
import { accountKey } from './use-account.ts'

/** The user's passkeys. Hidden if the server has passkeys turned off. */
export function PasskeysSection() {
  const { user } = useAuth()
  const settings = useSignInSettings()
  const { withProof, dialog } = useStepUp()
  const passkeys = useQuery({
    queryKey: accountKey(user?.id, 'passkeys'),
    enabled: user !== null && settings.data?.passkeys_enabled === true,
    queryFn: async () => {
      const { data, error } = await (await authClient()).passkey.list()
      if (error) throw error
      return data
    },
  })
  if (settings.data && !settings.data.passkeys_enabled) return null
  return (
    <Section
      title="Passkeys"
      text="Sign in with your fingerprint, face or screen lock. Nothing to remember, nothing to steal."
    >
      <LoadedContent query={passkeys} failed="Your passkeys could not be loaded." button>
        {(all) =>
          all.length ? (
            <>
              <Rows label="Passkeys">
                {all.map((passkey) => (
                  <PasskeyRow key={passkey.id} passkey={passkey} withProof={withProof} />
                ))}
              </Rows>
              <div>
                <AddPasskey taken={all.map(passkeyName)} withProof={withProof} />
              </div>
            </>
          ) : (
            <>
              <Rows label="Passkeys">
                <Row
                  icon={<Fingerprint size={18} strokeWidth={1.75} />}
                  title="No passkeys yet"
                  text="A passkey is stored on your device or in your password manager."
                />
              </Rows>
              <div>
                <AddPasskey taken={[]} withProof={withProof} />
              </div>
            </>
          )
        }
      </LoadedContent>
      {dialog}
    </Section>
  )
}
