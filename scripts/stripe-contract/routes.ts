import ts from 'typescript-5.9'
import { readFileSync } from 'node:fs'

/** The route of an SDK method's request, read from its `_makeRequest(...)` call. */
export interface SentTo {
  method: string
  path: string
  altPaths?: string[]
  apiBase: string
}

const parsed = new Map<string, ts.SourceFile>()

function sourceOf(file: string): ts.SourceFile {
  let source = parsed.get(file)
  if (!source) {
    source = ts.createSourceFile(
      file,
      readFileSync(file, 'utf8'),
      ts.ScriptTarget.ESNext,
      true,
      ts.ScriptKind.JS,
    )
    parsed.set(file, source)
  }
  return source
}

/** `` `/v1/accounts/${encodeURIComponent(id)}` `` becomes `/v1/accounts/{id}`. */
function pathOf(node: ts.Expression): string {
  if (ts.isStringLiteralLike(node)) return node.text
  if (!ts.isTemplateExpression(node)) throw new Error(`A path is not a literal: ${node.getText()}`)
  return node.templateSpans.reduce((path, span) => {
    const call = span.expression
    const name = ts.isCallExpression(call) ? call.arguments[0]!.getText() : call.getText()
    return `${path}{${name}}${span.literal.text}`
  }, node.head.text)
}

function apiBaseOf(options: ts.Expression | undefined): string {
  if (!options || !ts.isObjectLiteralExpression(options)) return 'api'
  const found = options.properties.find((property) => property.name?.getText() === 'apiBase')
  return found && ts.isPropertyAssignment(found) && ts.isStringLiteral(found.initializer)
    ? found.initializer.text
    : 'api'
}

/**
 * Reads method, path and host of one SDK method from the JavaScript file beside its declaration. If there are
 * two paths (one with an id and one for the caller's own object), the first one is the main path.
 */
export function sentTo(declarationFile: string, className: string, methodName: string): SentTo {
  const source = sourceOf(declarationFile.replace(/\.d\.ts$/, '.js'))
  const calls: SentTo[] = []
  const visit = (node: ts.Node): void => {
    if (
      ts.isCallExpression(node) &&
      ts.isPropertyAccessExpression(node.expression) &&
      node.expression.name.text === '_makeRequest'
    ) {
      const [method, path, , , options] = node.arguments
      if (method && ts.isStringLiteral(method) && path)
        calls.push({ method: method.text, path: pathOf(path), apiBase: apiBaseOf(options) })
    }
    ts.forEachChild(node, visit)
  }
  for (const statement of source.statements) {
    if (!ts.isClassDeclaration(statement) || statement.name?.text !== className) continue
    const member = statement.members.find((one) => one.name?.getText() === methodName)
    if (member) visit(member)
  }
  const first = calls[0]
  if (!first) throw new Error(`No request found in ${className}.${methodName}`)
  return calls.length > 1 ? { ...first, altPaths: calls.map((call) => call.path) } : first
}
