import { readFileSync } from 'node:fs'
import ts from 'typescript'

/** Names that a subquery gives its rows: `from calendar_day c`, `from generate_series(…) as d (day)`. */
const naming =
  /\b(?:from|join)\s+(?:lateral\s+)?(?:[a-z_]\w*|§)(?:\s*\((?:[^()]|\([^()]*\))*\))?(?:\s+as)?\s+([a-z_]\w*)|\)\s+as\s+([a-z_]\w*)\s*\(|\)\s+([a-z]\w*)\s*(?:$|\n)/g
const keywords = new Set([
  'on',
  'where',
  'left',
  'join',
  'cross',
  'order',
  'group',
  'limit',
  'returning',
  'set',
])
const own = /^own_/
/** Parameters that are written for the aliases of the function: conditions, columns, order and limit. */
const forItsAliases = new Set(['condition', 'conditions', 'where', 'which', 'from', 'selected', 'part'])

/** Parameters of a function that are SQL, or objects with SQL in them. */
function lentNames(node: ts.SignatureDeclaration): string[] {
  return node.parameters
    .filter(
      ({ type }) => type !== undefined && /\bSql\b/.test(type.getText()) && !ts.isFunctionTypeNode(type),
    )
    .flatMap(({ name }) => (ts.isIdentifier(name) && !forItsAliases.has(name.text) ? [name.text] : []))
}

/** The innermost brackets around a position that hold a select of their own. */
function subqueriesAround(text: string, position: number): string[] {
  const found: string[] = []
  const open: number[] = []
  for (let at = 0; at < text.length; at += 1) {
    if (text[at] === '(') open.push(at)
    if (text[at] !== ')') continue
    const start = open.pop()
    if (start === undefined || start > position || at < position) continue
    const inner = text.slice(start + 1, at)
    if (/^\s*select\b/.test(inner)) found.push(inner)
  }
  return found
}

/**
 * Faults of one template: names within a subquery which SQL from outside, put into that subquery, would meet.
 */
function captured(template: ts.TemplateExpression, lent: readonly string[]): string[] {
  const marks: number[] = []
  let text = template.head.text
  for (const { expression, literal } of template.templateSpans) {
    const isLent = lent.some((name) => new RegExp(`\\b${name}\\b`).test(expression.getText()))
    if (isLent) marks.push(text.length)
    text += `§${literal.text}`
  }
  return marks.flatMap((position) =>
    subqueriesAround(text, position).flatMap((inner) =>
      [...inner.matchAll(naming)]
        .map(([, one, two, three]) => one ?? two ?? three ?? '')
        .filter((name) => name !== '' && !keywords.has(name) && !own.test(name)),
    ),
  )
}

/**
 * Fragments of SQL that are handed SQL from outside and put it into a subquery of their own: an alias of the
 * subquery would take a column which the caller says of a row of its own with the same alias. Aliases in such
 * a subquery begin with `own_`. Conditions are left out: they are written for the aliases that they meet.
 */
export function lentSql(paths: readonly string[]): string[] {
  const faults: string[] = []
  for (const path of paths.filter((one) => /^server\/.*(?<!\.test)\.ts$|planted/.test(one))) {
    const text = readFileSync(path, 'utf8')
    if (!text.includes('Sql')) continue
    const file = ts.createSourceFile(path, text, ts.ScriptTarget.Latest, true)
    const visit = (node: ts.Node, lent: readonly string[]): void => {
      const names = ts.isFunctionLike(node) ? [...lent, ...lentNames(node)] : lent
      if (names.length > 0 && ts.isTaggedTemplateExpression(node) && ts.isTemplateExpression(node.template))
        for (const name of new Set(captured(node.template, names))) {
          const { line } = file.getLineAndCharacterOfPosition(node.getStart())
          faults.push(
            `${path}:${line + 1} puts SQL from outside beside its alias ${name}: call it own_${name}`,
          )
        }
      ts.forEachChild(node, (child) => visit(child, names))
    }
    visit(file, [])
  }
  return faults
}
