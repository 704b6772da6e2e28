import { Link } from 'react-router'
import { ordersOf } from '../../../catalogue/contract/case-query.ts'
import { cellFields } from '../../../catalogue/contract/declared-query.ts'
import type { CaseLine } from '../../../catalogue/contract/processes.ts'
import { kindOf } from '../../../catalogue/kinds/kinds.ts'
import type { AnyProcess } from '../../../catalogue/processes/define.ts'
import { betweenText, countedColumns, ownerWord, subjectWord } from '../../../catalogue/processes/reading.ts'
import { listDate } from '../../platform/format.ts'
import type { LineColumn } from '../../ui/layout/line-table.tsx'
import { textOf } from '../kinds/show.tsx'
import { CaseState } from './case-state.tsx'

type CaseColumn = LineColumn<CaseLine> & { readonly fixed?: true }

/**
 * Columns of a process, with the keys of server/features/processes/export: title, the columns of its
 * declaration, state and time.
 */
export function columnsOf(definition: AnyProcess, addressOf: (id: string) => string): CaseColumn[] {
  const { titled, fields, list } = definition
  const orders = ordersOf(definition)
  const ordered = (key: string) => orders.includes(key) && { sort: key }
  return [
    {
      key: titled === undefined ? 'name' : 'title',
      title: titled === undefined ? subjectWord(definition) : '名称',
      wide: true,
      fixed: true,
      ...ordered(titled ?? 'name'),
      render: ({ id, name, title }) => <Link to={addressOf(id)}>{title ?? name}</Link>,
    },
    ...(titled === undefined
      ? []
      : [
          { key: 'name', title: ownerWord(definition), sort: 'name', render: ({ name }: CaseLine) => name },
          {
            key: 'number',
            title: '编号',
            render: ({ number }: CaseLine) => number && <span className="x-num">{number}</span>,
          },
        ]),
    ...list.columns.flatMap((key): CaseColumn[] => {
      const field = fields[key]
      if (key === titled || !field || kindOf(field).names === 'institution') return []
      return [
        { key, title: field.label, ...ordered(key), render: ({ value }) => textOf(field, value[key]) ?? '' },
      ]
    }),
    ...(list.between
      ? [
          {
            key: 'parties',
            title: list.between.title,
            render: (line: CaseLine) => betweenText(definition, line),
          },
        ]
      : []),
    ...countedColumns<CaseLine>(definition).map(({ of, figure, ...column }) => ({
      ...column,
      ...(figure && { figure }),
      render: (line: CaseLine) => <span className={figure && 'x-num'}>{of(line)}</span>,
    })),
    {
      key: 'state',
      title: '状态',
      fixed: true,
      render: (line) => <CaseState definition={definition} line={line} />,
    },
    {
      key: 'updatedAt',
      title: '最近办理',
      sort: 'updatedAt',
      render: ({ updatedAt }) => listDate(updatedAt),
    },
  ]
}

/** The other fields that fit a cell, which the chooser of columns offers. */
export const otherColumnsOf = ({ fields, list, titled }: AnyProcess): CaseColumn[] =>
  cellFields(fields)
    .filter((key) => key !== titled && !list.columns.includes(key))
    .flatMap((key) => {
      const field = fields[key]
      return field
        ? [{ key, title: field.label, render: ({ value }) => textOf(field, value[key]) ?? '' }]
        : []
    })
