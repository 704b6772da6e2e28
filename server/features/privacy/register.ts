import type { Actor } from '../../../catalogue/access/access.ts'
import type { AnyRecord } from '../../../catalogue/define.ts'
import type { RegisterAnswer, RegisterField } from '../../../catalogue/contract/portal/privacy.ts'
import { AppError } from '../../../catalogue/errors.ts'
import { isOwnKey } from '../../../catalogue/own/key.ts'
import { bases, keptWords, recordHoldings } from '../../../catalogue/privacy/holdings.ts'
import { fieldLevel, readersWords } from '../../../catalogue/privacy/levels.ts'
import { definitionOf, type Engine } from '../../engine/engine.ts'
import { cellOf, prepared } from '../../engine/prepared/index.ts'
import { sql } from '../../platform/db/sql.ts'
import { ownAsked, type OwnAsked } from './own-asked.ts'

interface FieldCounts {
  readonly records: number | null
  readonly filled: Readonly<Record<string, number | null>>
}

/**
 * Records in force of a type, and in how many of them each field is filled: one scan in the pool for searches.
 * A province's widest type may take longer than a search may; its counts are null.
 */
async function countsOf({ search }: Engine, definition: AnyRecord): Promise<FieldCounts> {
  const keys = Object.keys(definition.fields)
  const columns = keys.map(
    (key, at) => sql`count(${cellOf(definition, key, 'r')})::int as ${sql.id(`c${at}`)}`,
  )
  try {
    const [row = {}] = await search.query<Record<string, number>>(sql`
      select count(*)::int as records, ${sql.join(columns)}
      from ${sql.id(prepared(definition).table)} r
      where r.voided_at is null`)
    return {
      records: row['records'] ?? 0,
      filled: Object.fromEntries(keys.map((key, at) => [key, row[`c${at}`] ?? 0])),
    }
  } catch (error) {
    if (!(error instanceof AppError)) throw error
    return { records: null, filled: {} }
  }
}

const whyOf = ({ name, owner }: AnyRecord): string => {
  const holding = recordHoldings[name]
  return holding ? `${bases[holding.basis]}：${holding.law}` : owner === 'institution' ? '单位的业务资料' : ''
}

function fieldWhy(definition: AnyRecord, key: string, asked: readonly OwnAsked[]): string {
  const own = isOwnKey(key) ? asked.find(({ field }) => field.key === key) : undefined
  if (own === undefined) return whyOf(definition)
  const { purpose, basis, document, keptYears } = own.field.why
  return [`${own.office}：${purpose}`, bases[basis], document, `保存 ${keptYears} 年`]
    .filter(Boolean)
    .join('，')
}

/** The declaration as the administrator reads it, own fields of every office among its fields. */
export const declarationFor = (engine: Engine, actor: Actor, type: string): Promise<AnyRecord> =>
  engine.own.forReader(actor, definitionOf(engine, type))

/** The fields of a type with level, readers, why and counts. */
export async function registerFields(
  engine: Engine,
  definition: AnyRecord,
): Promise<{ readonly records: number | null; readonly fields: readonly RegisterField[] }> {
  const [asked, { records, filled }] = await Promise.all([ownAsked(engine), countsOf(engine, definition)])
  return {
    records,
    fields: Object.entries(definition.fields).map(([key, field]) => {
      const level = fieldLevel(definition, field)
      return {
        key,
        label: field.label,
        level,
        readers: readersWords(level),
        why: fieldWhy(definition, key, asked),
        filled: filled[key] ?? null,
      }
    }),
  }
}

/** 数据分级目录 of one record type; the first one where none is asked for. */
export async function registerOf(
  engine: Engine,
  actor: Actor,
  asked: string | undefined,
): Promise<RegisterAnswer> {
  const all = Object.values(engine.records)
  const definition = await declarationFor(engine, actor, asked ?? all[0]?.name ?? '')
  const { records, fields } = await registerFields(engine, definition)
  const holding = recordHoldings[definition.name]
  return {
    types: all.map(({ name, title }) => ({ type: name, title })),
    type: definition.name,
    title: definition.title,
    why: whyOf(definition),
    kept: holding ? keptWords(holding) : '',
    records,
    fields: [...fields],
  }
}
