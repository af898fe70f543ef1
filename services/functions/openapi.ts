import * as z from 'zod/mini'
import { anyone, creator, endUser, service, visitor } from '#kernel/http/guards.ts'
import type { Guard } from '#kernel/http/guards.ts'
import type { Route } from '#kernel/http/route.ts'

type Json = Record<string, unknown>

const CALLERS = new Map<Guard, string>([
  [anyone, 'Anyone with a key'],
  [visitor, 'Visitors'],
  [endUser, 'Signed-in visitors'],
  [creator, 'Creators'],
  [service, 'Operator'],
])
/** The guards that look up the caller's plan are made for each route. */
const WITH_PLAN = 'Creators with a plan'

/**
 * Describes functions as an OpenAPI 3.1 document (https://spec.openapis.org/oas/v3.1.1.html), from their contracts.
 * @param url of the mount, for example `https://blocks.example/functions/v1`
 */
export function describeFunctions(url: string, version: string, routes: Route[]): Json {
  const paths: Record<string, Json> = {}
  for (const route of routes) {
    const path = route.endpoint.path.replaceAll(/:(\w+)/g, '{$1}')
    paths[path] = { ...paths[path], [route.endpoint.method.toLowerCase()]: operationOf(route) }
  }
  return {
    openapi: '3.1.0',
    info: {
      title: 'Bolt Blocks functions',
      version,
      description: 'Called by the Studio and the blocks; `supabase.functions.invoke` calls them as well.',
    },
    servers: [{ url }],
    security: [{ apikey: [] }, { apikey: [], session: [] }],
    tags: [...CALLERS.values(), WITH_PLAN].map((name) => ({ name })),
    paths: Object.fromEntries(Object.entries(paths).toSorted(([a], [b]) => (a < b ? -1 : 1))),
    components: {
      securitySchemes: {
        apikey: {
          type: 'apiKey',
          name: 'apikey',
          in: 'header',
          description: 'The public key of a tenant, or a key of the platform',
        },
        session: { type: 'http', scheme: 'bearer', description: 'Access token of the signed-in caller' },
      },
      schemas: {
        Error: {
          type: 'object',
          properties: {
            error: { type: 'string', description: 'What happened, and what to do' },
            code: { type: 'string', description: 'Stable name of the error, for example `invalid_input`' },
          },
          required: ['error', 'code'],
        },
      },
    },
  }
}

function operationOf({ endpoint: { method, path }, guard, input, output }: Route): Json {
  const fields = schemaOf(input, 'input')
  const properties = (fields.properties ?? {}) as Record<string, Json>
  const required = (fields.required ?? []) as string[]
  const inPath = [...path.matchAll(/:(\w+)/g)].map(([, name]) => name!)
  const others = Object.keys(properties).filter((name) => !inPath.includes(name))
  const inQuery = method === 'GET' ? others : []
  const inBody = method === 'GET' ? [] : others
  return {
    operationId: `${method.toLowerCase()}${path.replaceAll(/\W+/g, '_')}`,
    tags: [CALLERS.get(guard) ?? WITH_PLAN],
    parameters: [
      ...inPath.map((name) => ({
        name,
        in: 'path',
        required: true,
        schema: properties[name] ?? { type: 'string' },
      })),
      ...inQuery.map((name) => ({
        name,
        in: 'query',
        required: required.includes(name),
        schema: properties[name],
      })),
    ],
    ...bodyOf(inBody, properties, required, fields),
    responses: {
      200: { description: 'Success', content: jsonContent(schemaOf(output, 'output')) },
      default: { description: 'Error', content: jsonContent({ $ref: '#/components/schemas/Error' }) },
    },
  }
}

function bodyOf(names: string[], properties: Record<string, Json>, required: string[], fields: Json): Json {
  // A union of shapes has no properties of its own.
  if (!fields.properties && fields.anyOf) return { requestBody: { content: jsonContent(fields) } }
  if (!names.length) return {}
  const schema = {
    type: 'object',
    properties: Object.fromEntries(names.map((name) => [name, properties[name]])),
    required: names.filter((name) => required.includes(name)),
    additionalProperties: fields.additionalProperties ?? true,
  }
  return { requestBody: { required: schema.required.length > 0, content: jsonContent(schema) } }
}

const jsonContent = (schema: Json): Json => ({ 'application/json': { schema } })

/** JSON Schema 2020-12 of a contract, which is what OpenAPI 3.1 has. Checks that have no JSON form are left out. */
function schemaOf(schema: z.core.$ZodType, io: 'input' | 'output'): Json {
  const { $schema: _, ...described } = z.toJSONSchema(schema, { io, unrepresentable: 'any' }) as Json
  return described
}
