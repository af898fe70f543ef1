import { config } from '../config.ts'
import { accessToken } from '../session/auth-client.ts'

/**
 * Reads a file that a server function returns, with the caller's session.
 * @param path below `/functions/v1`
 * @throws {Error} for every response other than 2xx
 */
export async function fetchFile(path: string): Promise<Blob> {
  const response = await fetch(`${config.url}/functions/v1${path}`, {
    headers: { apikey: config.anonKey, authorization: `Bearer ${await accessToken()}` },
  })
  if (!response.ok) throw new Error(`${path}: ${response.status}`)
  return response.blob()
}
