import { z } from 'zod'
import type { Actor } from '../../../catalogue/access/access.ts'
import type { RegisterField } from '../../../catalogue/contract/portal/privacy.ts'
import { keptWords, recordHoldings } from '../../../catalogue/privacy/holdings.ts'
import { levelWords } from '../../../catalogue/privacy/levels.ts'
import type { Engine } from '../../engine/engine.ts'
import {
  openColumns,
  rowOfLine,
  type ExportList,
  type LineColumn,
  type OpenedList,
} from '../../engine/exports/index.ts'
import { parsed } from '../../platform/http/body.ts'
import { declarationFor, registerFields } from './register.ts'

interface RegisterLine extends RegisterField {
  readonly title: string
  readonly records: number | null
  readonly kept: string
}

const figure = { kind: 'number', width: 12 } as const

const columns: readonly LineColumn<RegisterLine>[] = [
  { key: 'title', title: '材料', width: 18, of: ({ title }) => title },
  { key: 'label', title: '栏目', width: 22, of: ({ label }) => label },
  { key: 'level', title: '级别', width: 24, of: ({ level }) => levelWords[level] },
  { key: 'readers', title: '谁能看到', width: 40, of: ({ readers }) => readers },
  { key: 'why', title: '依据', width: 40, of: ({ why }) => why },
  { key: 'kept', title: '保存期限', width: 28, of: ({ kept }) => kept },
  { key: 'records', title: '记录数', ...figure, of: ({ records }) => records },
  { key: 'filled', title: '已填数', ...figure, of: ({ filled }) => filled },
]

async function linesOf(engine: Engine, actor: Actor, type: string): Promise<RegisterLine[]> {
  const definition = await declarationFor(engine, actor, type)
  const { records, fields } = await registerFields(engine, definition)
  const holding = recordHoldings[type]
  const kept = holding ? keptWords(holding) : ''
  return fields.map((field) => ({ ...field, title: definition.title, records, kept }))
}

async function open(
  engine: Engine,
  actor: Actor,
  query: Readonly<Record<string, string>>,
): Promise<OpenedList> {
  parsed(z.strictObject({}), query)
  const definitions = await Promise.all(
    Object.keys(engine.records).map((type) => declarationFor(engine, actor, type)),
  )
  const all = definitions.flatMap(({ name, fields }) => Object.keys(fields).map((key) => `${name}/${key}`))
  return {
    title: '数据分级目录',
    columns: openColumns(columns),
    filters: [],
    order: '按材料和栏目',
    keys: (most) => Promise.resolve(all.slice(0, most).map((id) => ({ id, teacher: null }))),
    rows: async (keys) => {
      const ids = keys.map(({ id }) => String(id))
      const types = [...new Set(ids.map((id) => id.split('/')[0] ?? ''))]
      const lines = new Map<string, RegisterLine>()
      for (const type of types)
        for (const line of await linesOf(engine, actor, type)) lines.set(`${type}/${line.key}`, line)
      return ids.flatMap((id) => {
        const line = lines.get(id)
        return line ? [rowOfLine(columns, line)] : []
      })
    },
  }
}

/** 数据分级目录: every field of every type, for the administrator. */
export const registerList = (engine: Engine): ExportList => ({
  name: 'dataRegister',
  roles: [1],
  open: (actor, query) => open(engine, actor, query),
})
