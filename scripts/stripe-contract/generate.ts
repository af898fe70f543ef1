import ts from 'typescript-5.9'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { sentTo } from './routes.ts'
import type { SentTo } from './routes.ts'
import { SchemaWriter } from './schemas.ts'
import type { Schema } from './schemas.ts'
import { eventTypes, operationIds } from './selection.ts'

/** One API operation: its route, its parameters and its result. */
export interface Operation extends SentTo {
  id: string
  contentType: 'application/json' | 'application/x-www-form-urlencoded'
  params: { schema: Schema; required: boolean } | null
  result: { schema: Schema } | { list: true; item: Schema }
}

/** The whole contract, as stored in `sandbox/payments/contract/contract.json`. */
export interface Contract {
  meta: { source: string; apiVersion: string; licence: string; kind: string }
  operations: Record<string, Operation>
  events: Record<string, { object: Schema }>
  $defs: Record<string, Schema>
}

const ENTRY = 'stripe-contract-entry.mts'

function programFor(root: string): { program: ts.Program; entry: ts.SourceFile } {
  const lines = [
    `import Stripe from 'stripe'`,
    'declare const stripe: Stripe',
    ...operationIds.map((id, at) => `export const f${at} = stripe.${id}`),
    'export declare const event: Stripe.Event',
  ]
  const options: ts.CompilerOptions = {
    module: ts.ModuleKind.NodeNext,
    moduleResolution: ts.ModuleResolutionKind.NodeNext,
    target: ts.ScriptTarget.ESNext,
    strict: true,
    skipLibCheck: true,
    noEmit: true,
    types: ['node'],
  }
  const host = ts.createCompilerHost(options)
  const path = join(root, ENTRY)
  const fileExists = host.fileExists.bind(host)
  const readFile = host.readFile.bind(host)
  const getSourceFile = host.getSourceFile.bind(host)
  host.fileExists = (file) => file === path || fileExists(file)
  host.readFile = (file) => (file === path ? lines.join('\n') : readFile(file))
  host.getSourceFile = (file, target, ...rest) =>
    file === path
      ? ts.createSourceFile(file, lines.join('\n'), target, true)
      : getSourceFile(file, target, ...rest)
  host.getCurrentDirectory = () => root
  const program = ts.createProgram([path], options, host)
  const entry = program.getSourceFile(path)!
  const wrong = program.getSemanticDiagnostics(entry)
  if (wrong.length > 0) throw new Error(ts.flattenDiagnosticMessageText(wrong[0]!.messageText, '\n'))
  return { program, entry }
}

/**
 * Reads the declarations of the installed `stripe` package, which Stripe generates from its OpenAPI document,
 * and converts them to JSON Schema. Takes about two seconds.
 */
export function generateContract(root: string): Contract {
  const { program, entry } = programFor(root)
  const checker = program.getTypeChecker()
  const writer = new SchemaWriter(checker)
  const exported = new Map(
    checker.getExportsOfModule(checker.getSymbolAtLocation(entry)!).map((symbol) => [symbol.name, symbol]),
  )
  const typeNamed = (name: string): ts.Type => checker.getTypeOfSymbol(exported.get(name)!)

  const operations: Record<string, Operation> = {}
  for (const [at, id] of operationIds.entries())
    operations[id] = readOperation(id, typeNamed(`f${at}`), checker, writer)

  const events: Record<string, { object: Schema }> = {}
  const union = typeNamed('event')
  if (!union.isUnion()) throw new Error('Stripe.Event is no longer a union of events')
  const byType = new Map(union.types.map((one) => [literalOf(one, 'type', checker), one]))
  for (const name of eventTypes) {
    const data = byType.get(name)?.getProperty('data')
    if (!data) throw new Error(`The package has no event ${name}`)
    const object = checker.getTypeOfSymbol(data).getProperty('object')!
    events[name] = { object: writer.schemaOf(checker.getTypeOfSymbol(object), 'response') }
  }
  writer.drain()
  const $defs: Record<string, Schema> = {}
  for (const name of Object.keys(writer.definitions).sort()) $defs[name] = writer.definitions[name]!
  return { meta: metaOf(root), operations, events, $defs }
}

function readOperation(id: string, type: ts.Type, checker: ts.TypeChecker, writer: SchemaWriter): Operation {
  const signatures = type.getCallSignatures()
  const signature =
    signatures.find((one) => one.getParameters().some((p) => p.name === 'params')) ?? signatures[0]
  const declaration = signature?.getDeclaration()
  if (!signature || !declaration || !ts.isClassDeclaration(declaration.parent))
    throw new Error(`${id} is not a method`)
  const sent = sentTo(
    declaration.getSourceFile().fileName,
    declaration.parent.name!.text,
    id.split('.').at(-1)!,
  )
  const params = signature.getParameters().find((one) => one.name === 'params')
  const result = checker.getReturnTypeOfSignature(signature) as ts.TypeReference
  const list = result.getSymbol()?.name.match(/^(Api|V2)ListPromise$/) !== null
  const [item] = checker.getTypeArguments(result)
  return {
    id,
    ...sent,
    contentType: sent.path.startsWith('/v2/') ? 'application/json' : 'application/x-www-form-urlencoded',
    params: params
      ? {
          schema: writer.schemaOf(checker.getNonNullableType(checker.getTypeOfSymbol(params)), 'request'),
          required: !isOptional(params),
        }
      : null,
    result: list
      ? { list: true, item: resultOf(item!, checker, writer) }
      : { schema: resultOf(item!, checker, writer) },
  }
}

/**
 * `Response<T>` is `T & { lastResponse }`. Events are a union of hundreds of types, so only the envelope is
 * used.
 */
function resultOf(type: ts.Type, checker: ts.TypeChecker, writer: SchemaWriter): Schema {
  const bare = type.aliasSymbol?.name === 'Response' ? type.aliasTypeArguments![0]! : type
  const members = bare.isUnion() ? bare.types : [bare]
  if (members.length > 20) {
    const shared = checker.getPropertiesOfType(bare)
    const properties: Record<string, Schema> = {}
    const required: string[] = []
    for (const property of shared) {
      if (property.name === 'data') properties['data'] = { type: 'object', required: ['object'] }
      else if (property.name === 'type' || property.name === 'related_object') continue
      else if (checker.getTypeOfSymbol(property).getCallSignatures().length > 0) continue
      else properties[property.name] = writer.schemaOf(checker.getTypeOfSymbol(property), 'response')
      if (!(property.flags & ts.SymbolFlags.Optional)) required.push(property.name)
    }
    const name = bare.aliasSymbol ? writer.nameOf(bare, bare.aliasSymbol, 'response') : 'event'
    return writer.define(`envelope.${name}`, {
      type: 'object',
      properties: { type: { type: 'string' }, ...properties },
      required: [...required, 'type'],
    })
  }
  return writer.schemaOf(bare, 'response')
}

function isOptional(parameter: ts.Symbol): boolean {
  const declaration = parameter.valueDeclaration
  return declaration !== undefined && ts.isParameter(declaration) && declaration.questionToken !== undefined
}

function literalOf(type: ts.Type, name: string, checker: ts.TypeChecker): string {
  const property = type.getProperty(name)
  const literal = property && checker.getTypeOfSymbol(property)
  return literal?.isStringLiteral() ? literal.value : ''
}

function metaOf(root: string): Contract['meta'] {
  const read = (file: string): string => readFileSync(join(root, 'node_modules/stripe', file), 'utf8').trim()
  const { version } = JSON.parse(read('package.json')) as { version: string }
  const apiVersion = read('esm/apiVersion.js').match(/ApiVersion = '([^']+)'/)?.[1]
  if (!apiVersion) throw new Error('The stripe package has no API version')
  return {
    source: `npm package stripe ${version}, type declarations and resource classes (OpenAPI document ${read('OPENAPI_VERSION')})`,
    apiVersion,
    licence: 'MIT',
    kind: 'JSON Schema 2020-12 fragments',
  }
}
