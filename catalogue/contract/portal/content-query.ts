import type { AnyContent } from '../../contents/define.ts'
import { narrowingKeys, filterShape, orderBy, orderedFields } from '../declared-query.ts'
import { contentQuery } from './contents.ts'

type ListFields = Pick<AnyContent, 'fields' | 'category' | 'filters' | 'deskFilters' | 'headline' | 'columns'>

/** The filters of the list of a type for those who manage it: those of its readers, and its own. */
export const contentFilters = ({
  fields,
  category,
  filters = [],
  deskFilters = [],
}: ListFields): readonly string[] =>
  narrowingKeys(fields, [...(category === undefined ? [] : [category]), ...filters, ...deskFilters])

/** By what the contents of a type can be ordered: last change, and what a list shows of each. */
export const contentOrders = ({ fields, headline, columns }: ListFields): readonly string[] => [
  'updatedAt',
  ...orderedFields(fields, [headline, ...columns]),
]

/** The query of the contents of one type that somebody manages. */
export const contentQueryOf = (definition: ListFields) =>
  contentQuery.extend({
    ...filterShape(definition.fields, contentFilters(definition)),
    sort: orderBy(contentOrders(definition)),
  })
