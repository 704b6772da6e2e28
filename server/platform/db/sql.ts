/**
 * A piece of SQL with its parameters, immutable and nestable. `text` uses `$1 … $n` in the order of `values`.
 * Only `sql`, below, makes one: whatever a person typed can reach the database as a parameter only.
 */
export class Sql {
  readonly strings: readonly string[]
  readonly values: readonly unknown[]
  #text: string | undefined

  /** `strings` is always one longer than `values`; both are copied and frozen. */
  constructor(strings: readonly string[], values: readonly unknown[]) {
    this.strings = Object.freeze([...strings])
    this.values = Object.freeze([...values])
    Object.freeze(this)
  }

  /** Made when asked for: of the pieces of a statement, only the whole is sent. */
  get text(): string {
    this.#text ??= this.strings.reduce((text, part, index) => `${text}$${index}${part}`)
    return this.#text
  }
}

/**
 * sql`select … where id = ${id}`: values become parameters, nested `Sql` is spliced in and renumbered.
 * Arrays travel as PostgreSQL arrays (`= any(${ids})`); for jsonb use `sql.json`, because the driver would
 * turn a JavaScript array into an SQL array. `undefined` throws: it is nearly always a misspelt property.
 */
function tag(template: TemplateStringsArray, ...parts: readonly unknown[]): Sql {
  const strings: string[] = [template[0] ?? '']
  const values: unknown[] = []
  const glue = (text: string) => strings.push((strings.pop() ?? '') + text)
  parts.forEach((part, index) => {
    if (part === undefined)
      throw new TypeError(`sql: parameter ${index + 1} is undefined near «${template[index]}»`)
    if (part instanceof Sql) {
      glue(part.strings[0] ?? '')
      strings.push(...part.strings.slice(1))
      values.push(...part.values)
    } else {
      values.push(part)
      strings.push('')
    }
    glue(template[index + 1] ?? '')
  })
  return new Sql(strings, values)
}

/** `sql.id('teacher', 'name')` → `"teacher"."name"`. Quotes are doubled; an empty name or a NUL throws. */
function id(...names: readonly string[]): Sql {
  if (names.length === 0) throw new TypeError('sql.id: no name given')
  const quoted = names.map((name) => {
    if (name === '' || name.includes('\0')) throw new TypeError('sql.id: a name is empty or contains NUL')
    return `"${name.replaceAll('"', '""')}"`
  })
  return raw(quoted.join('.'))
}

/**
 * The value written into the text itself, escaped. For constants of partial indexes only: with a parameter
 * the planner of a prepared statement cannot prove that the index applies.
 */
function lit(value: string | number | boolean | null): Sql {
  if (value === null || typeof value === 'boolean') return raw(String(value))
  if (typeof value === 'number') {
    if (!Number.isFinite(value)) throw new TypeError('sql.lit: the number is not finite')
    return raw(value < 0 ? `(${value})` : String(value))
  }
  if (value.includes('\0')) throw new TypeError('sql.lit: the text contains NUL')
  const quoted = `'${value.replaceAll("'", "''")}'`
  return raw(value.includes('\\') ? ` E${quoted.replaceAll('\\', '\\\\')}` : quoted)
}

/**
 * The pieces with `separator` (default `, `) between them; plain values become parameters. Empty list →
 * `sql.empty`.
 */
function join(list: readonly unknown[], separator = ', '): Sql {
  const template = ['', ...Array.from({ length: Math.max(0, list.length - 1) }, () => separator), '']
  if (list.length === 0) return empty
  return tag(Object.assign(template, { raw: template }), ...list)
}

/**
 * Text as it is, without parameters. Only for text the program itself made (from the catalogue); never for
 * input.
 */
function raw(text: string): Sql {
  return new Sql([text], [])
}

/** A value for a json or jsonb column: sent as text and cast, so that arrays stay JSON. */
function json(value: unknown): Sql {
  const text = JSON.stringify(value)
  if (text === undefined) throw new TypeError('sql.json: the value has no JSON form')
  return tag`${text}::jsonb`
}

const empty = raw('')

export const sql = Object.assign(tag, { id, lit, join, raw, json, empty })
