import pg from 'pg'
import type { Logger } from '../log.ts'
import { sqlState } from './database-error.ts'

/** Connection URL and login of the server. */
export interface AppLogin {
  url: string
  /** Reads the URL again; absent if the operator set it (DATABASE_APP_URL). */
  renew?: () => Promise<string>
}

/** Minimum interval between two rereads of a rejected login. */
const RENEW_EVERY_MS = 2000

/** The login of one process, shared by all its pools. When PostgreSQL rejects the password, it is read again. */
export class LoginAddress {
  #login: AppLogin
  #log: Logger
  #renewing: Promise<void> | undefined
  #renewedAt = -Infinity

  constructor(login: string | AppLogin, log: Logger) {
    this.#login = typeof login === 'string' ? { url: login } : { ...login }
    this.#log = log
  }

  get url(): string {
    return this.#login.url
  }

  /**
   * Decides whether a rejected connection should be retried.
   * @param used the URL that was rejected
   * @returns true when the URL has changed, or the login was repaired
   */
  async renewAfter(error: unknown, used: string): Promise<boolean> {
    const { renew } = this.#login
    if (!renew || !sqlState(error)?.startsWith('28')) return false
    if (this.url !== used) return true
    if (!this.#renewing && performance.now() - this.#renewedAt < RENEW_EVERY_MS) return false
    try {
      await (this.#renewing ??= this.#renew(renew))
      return true
    } catch (fault) {
      this.#log.error({ error: (fault as Error).message }, 'could not read the database login again')
      return false
    }
  }

  async #renew(renew: () => Promise<string>): Promise<void> {
    try {
      this.#login.url = await renew()
      this.#log.warn('PostgreSQL rejected the login of the server; its password was read again')
    } finally {
      this.#renewedAt = performance.now()
      this.#renewing = undefined
    }
  }
}

type Connected = (error: Error | undefined, client: pg.PoolClient | undefined, done: () => void) => void

/** A pool that rereads the password and retries once after PostgreSQL rejects the login. */
export class AppPool extends pg.Pool {
  #address: LoginAddress

  constructor(address: LoginAddress, options: pg.PoolConfig) {
    super({ ...options, connectionString: address.url })
    this.#address = address
  }

  override connect(): Promise<pg.PoolClient>
  override connect(callback: Connected): void
  override connect(callback?: Connected): Promise<pg.PoolClient> | void {
    const used = this.options.connectionString!
    if (!callback) return this.#connect(used)
    super.connect((error, client, done) => {
      if (error) void this.#again(error, used, callback)
      else callback(undefined, client, done)
    })
  }

  async #connect(used: string): Promise<pg.PoolClient> {
    try {
      return await super.connect()
    } catch (error) {
      if (!(await this.#renewed(error, used))) throw error
      return super.connect()
    }
  }

  async #again(error: Error, used: string, callback: Connected): Promise<void> {
    if (await this.#renewed(error, used)) super.connect(callback)
    else callback(error, undefined, () => undefined)
  }

  async #renewed(error: unknown, used: string): Promise<boolean> {
    const renewed = await this.#address.renewAfter(error, used)
    this.options.connectionString = this.#address.url
    return renewed
  }
}
