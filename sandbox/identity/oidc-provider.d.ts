/** Types for the parts of `oidc-provider` that we use, because the package ships none. */
declare module 'oidc-provider' {
  import type { IncomingMessage, ServerResponse } from 'node:http'

  export interface InteractionDetails {
    uid: string
    prompt: { name: string }
    params: Record<string, unknown>
  }
  export class Grant {
    constructor(about: { clientId: string; accountId: string })
    addOIDCScope(scopes: string): void
    save(): Promise<string>
  }
  export class Provider {
    constructor(issuer: string, configuration: object)
    proxy: boolean
    Client: { prototype: { redirectUriAllowed(uri: string): boolean } }
    Grant: typeof Grant
    callback(): (request: IncomingMessage, response: ServerResponse) => Promise<void>
    interactionDetails(request: IncomingMessage, response: ServerResponse): Promise<InteractionDetails>
    interactionFinished(
      request: IncomingMessage,
      response: ServerResponse,
      result: object,
      options?: { mergeWithLastSubmission: boolean },
    ): Promise<void>
    on(event: string, listener: (...args: unknown[]) => void): void
  }
  interface Prompt {
    checks: { add(check: Check): void }
  }
  export class Check {
    static REQUEST_PROMPT: boolean
    static NO_NEED_TO_PROMPT: boolean
    constructor(
      reason: string,
      description: string,
      check: (ctx: { oidc: { result?: { login?: object } } }) => boolean,
    )
  }
  export const interactionPolicy: {
    Check: typeof Check
    base(): { get(name: 'login'): Prompt }
  }
  export default Provider
}
