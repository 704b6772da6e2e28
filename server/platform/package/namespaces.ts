import { unescaped } from './unescaped.ts'

/** Namespace bindings that are valid within an element, and the element's depth. */
interface Scope {
  readonly depth: number
  readonly before: ReadonlyMap<string, string>
}

/**
 * The prefixes of a part while it is read (Namespaces in XML 1.0, section 6). The empty one is the default.
 */
export class Namespaces {
  #names: ReadonlyMap<string, string> = new Map()
  readonly #scopes: Scope[] = []

  /** An element with these attributes begins at a depth. */
  begin(attributes: string, depth: number): void {
    // Most elements have few attributes and no declaration.
    if (attributes.length < 8 || !attributes.includes('xmlns')) return
    const names = new Map(this.#names)
    for (const [, prefix = '', double, single] of attributes.matchAll(
      /\sxmlns(?::([^\s=]+))?\s*=\s*(?:"([^"]*)"|'([^']*)')/g,
    ))
      names.set(prefix, unescaped(double ?? single ?? '') ?? '')
    this.#scopes.push({ depth, before: this.#names })
    this.#names = names
  }

  /** The element at this depth is over. */
  end(depth: number): void {
    const scope = this.#scopes.at(-1)
    if (scope?.depth !== depth) return
    this.#names = scope.before
    this.#scopes.pop()
  }

  of(prefix: string): string | undefined {
    return this.#names.get(prefix)
  }
}
