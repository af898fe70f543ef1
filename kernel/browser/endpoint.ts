/** A callable endpoint: method, path under its mount, and the types of input and output. Contains no validation. */
export interface Endpoint<I, O> {
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
  /** `:name` marks a path parameter; its value comes from the input field of that name. */
  path: string
  /** Never set; it only carries the types. */
  readonly types?: [I, O]
}

/** @example const listItems = endpoint<{ tenantId: string }, Item[]>('GET', '/tenant-items/:tenantId/items') */
export function endpoint<I, O>(method: Endpoint<I, O>['method'], path: string): Endpoint<I, O> {
  return { method, path }
}
