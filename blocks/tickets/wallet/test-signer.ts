// Certificates as Apple issues them, made with openssl, for tests.
import { execFileSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

export const TEST_PASS_TYPE = 'pass.example.tickets'
export const TEST_TEAM = 'A1B2C3D4E5'

/** The three values of the settings, and the root that they end at. */
export interface TestSigner {
  certificate: string
  key: string
  wwdr: string
  root: string
}

/** @param days the certificate of the pass type is valid */
export function testSigner({ days = 365 }: { days?: number } = {}): TestSigner {
  const folder = mkdtempSync(join(tmpdir(), 'wallet-'))
  const at = (name: string) => join(folder, name)
  const openssl = (...args: string[]) => execFileSync('openssl', args, { cwd: folder, stdio: 'pipe' })
  const read = (name: string) => readFileSync(at(name), 'utf8')
  const request = (name: string, subject: string) =>
    openssl('req', '-new', '-newkey', 'rsa:2048', '-nodes', '-keyout', `${name}.key`, '-out', `${name}.csr`, '-subj', subject) // prettier-ignore
  const issue = (name: string, by: string, extensions: string, valid: number) => {
    writeFileSync(at(`${name}.ext`), extensions)
    openssl('x509', '-req', '-in', `${name}.csr`, '-CA', `${by}.pem`, '-CAkey', `${by}.key`, '-CAcreateserial', '-days', `${valid}`, '-extfile', `${name}.ext`, '-out', `${name}.pem`) // prettier-ignore
  }
  try {
    openssl('req', '-x509', '-newkey', 'rsa:2048', '-nodes', '-keyout', 'root.key', '-out', 'root.pem', '-days', '3650', '-subj', '/CN=Test Root CA') // prettier-ignore
    request('wwdr', '/C=US/O=Test Inc./OU=G4/CN=Test Worldwide Developer Relations Certification Authority')
    issue('wwdr', 'root', 'basicConstraints=critical,CA:TRUE\nkeyUsage=critical,keyCertSign,cRLSign\n', 3650)
    request(
      'pass',
      `/UID=${TEST_PASS_TYPE}/CN=Pass Type ID: ${TEST_PASS_TYPE}/OU=${TEST_TEAM}/O=Hearth and Rye/C=US`,
    )
    issue('pass', 'wwdr', 'basicConstraints=critical,CA:FALSE\nkeyUsage=critical,digitalSignature\n', days)
    return {
      certificate: read('pass.pem'),
      key: read('pass.key'),
      wwdr: read('wwdr.pem'),
      root: read('root.pem'),
    }
  } finally {
    rmSync(folder, { recursive: true })
  }
}
