import { peopleSets, statusesOfSet } from '../../../../catalogue/query/people.ts'
import { isAny, isHas, type Condition, type Element, type Has } from '../../../../catalogue/query/query.ts'
import type { Tree } from '../../../engine/figures/index.ts'
import type { QueryRequest } from '../statement/asked.ts'
import { categoryColumn, statusColumn, testOf, testOfCodes, type Test } from './tests.ts'

/** An element of a group as tests with their places in the query; 或 holds several. */
export interface Link {
  readonly path: string
  readonly tests: readonly { readonly path: string; readonly test: Test }[]
}

/** A group: the elements from its first one on that everybody can be asked, and those behind. */
export interface Chain {
  readonly links: readonly Link[]
  readonly rest: readonly { readonly element: Element; readonly path: string }[]
}

/** An element as tests; null where one of them cannot be made. */
export async function linkOf(
  element: Element,
  path: string,
  make: (one: Condition | Has) => Promise<Test | null>,
): Promise<Link | null> {
  const parts: readonly (Condition | Has)[] = isAny(element) ? element.any : [element]
  const tests: { path: string; test: Test }[] = []
  for (const [k, one] of parts.entries()) {
    const test = await make(one)
    if (!test) return null
    tests.push({ path: isAny(element) ? `${path}.any.${k}` : path, test })
  }
  return { path, tests }
}

/** The chain of each group that has a condition. */
export async function chainsOf(asking: QueryRequest, tree: Tree): Promise<Chain[]> {
  const chains: Chain[] = []
  for (const [g, group] of asking.query.conditions.entries()) {
    if (group.length === 0) continue
    const elements = group.map((element, e) => ({ element, path: `conditions.${g}.${e}` }))
    const links: Link[] = []
    for (const { element, path } of elements) {
      const link = await linkOf(element, path, async (one) => (isHas(one) ? null : testOf(asking, one, tree)))
      if (!link) break
      links.push(link)
    }
    chains.push({ links, rest: elements.slice(links.length) })
  }
  return chains
}

/** Test for the people in scope before any condition; null if a column has too many values. */
export async function peopleTest(asking: QueryRequest): Promise<Test | null> {
  const { category } = peopleSets[asking.query.people]
  const status = await testOfCodes(asking, statusColumn, statusesOfSet(asking.query.people))
  if (!status || !category) return status
  const isIn = 'in' in category
  const listed = await testOfCodes(asking, categoryColumn, isIn ? category.in : category.nin)
  return listed && ((teacher, at) => status(teacher, at) && listed(teacher, at) === isIn)
}
